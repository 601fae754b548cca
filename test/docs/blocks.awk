# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# blocks.awk -v out=FOLDER PAGE: writes each fenced block to FOLDER/NUMBER.TAG, without the indentation of its fence. A block that
# has no tag gets `none`, one that does not end `unended`.
/^ *```/ {
  if (open) {
    close(file)
    open = 0
  } else {
    indent = index($0, "`") - 1
    tag = substr($0, indent + 4)
    gsub(/[^A-Za-z0-9]/, "", tag)
    file = sprintf("%s/%02d.%s", out, ++count, tag == "" ? "none" : tag)
    printf "" >file
    open = 1
  }
  next
}
open { print substr($0, indent + 1) >file }
END {
  if (open)
    print "the fence of block " count " does not end" >(out "/99.unended")
}

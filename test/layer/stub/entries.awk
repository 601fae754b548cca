# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# entries.awk: from <CL/cl_icd.h>, preprocessed, a line for every entry of OpenCL's dispatch table, in its order:
#   STUB_ENTRY(name, kind, result, last parameter, count of parameters)
# and STUB_PARAMETERS_name(M), which is M(type, index), ...
#   STUB_UNTYPED(name)      an entry that the header gives no type on this system
# `kind` says how errors come back: STATUS (the result), OBJECT (NULL, and the last parameter), POINTER (NULL), NOTHING.
BEGIN { RS = ";" }

# Without its name, if it has one. That of a pointer to a function is in the middle.
function type_of(parameter) {
  if (sub(/\( \*[a-z_]*/, "(*", parameter))
    return "__typeof__(" parameter ")"
  sub(/[a-z_]+ ?\[[0-9]*\]/, "*", parameter)
  if (parameter ~ / \*?[A-Za-z0-9_]+$/ && parameter !~ /unsigned int$/)
    sub(/ ?[A-Za-z0-9_]+$/, "", parameter)
  return parameter
}

# The parameters between the bracket that `text` begins with and its partner; sets `count` and `last`.
function parameters_of(text, depth, at, c, list, one) {
  count = 0
  depth = 1
  for (at = index(text, "(") + 1; depth; at++) {
    c = substr(text, at, 1)
    depth += (c == "(") - (c == ")")
    if (depth > 1 || (depth && c != ",")) {
      one = one c
      continue
    }
    gsub(/^ +| +$/, "", one)
    if (one != "void") {
      list = list (count ? ", " : "") "M(" (last = type_of(one)) ", " count++ ")"
    }
    one = ""
  }
  return list
}

{
  gsub(/[ \t\n]+/, " ")
  gsub(/ ?\* ?/, " *")
}

# typedef cl_int( *cl_api_clFlush)(...) in headers up to 2022, typedef cl_int clFlush_t(...) in newer ones.
match($0, /typedef .*(\( \*cl_api_cl[A-Za-z0-9]+\)| \*?cl[A-Za-z0-9]+_t) ?\(/) && !/struct _/ {
  head = substr($0, RSTART + 8, RLENGTH - 9)
  parameters = parameters_of(substr($0, RSTART + RLENGTH - 1))
  match(head, /\( \*cl_api_|[A-Za-z0-9]+_t ?$/)
  result = substr(head, 1, RSTART - 1)
  sub(/ $/, "", result)
  name = substr(head, RSTART)
  gsub(/cl_api_|_t ?$|[^A-Za-z0-9_]/, "", name)
  kind = result == "cl_int" ? "STATUS" : result == "void" ? "NOTHING" : last ~ /^(cl_)?int \*$/ ? "OBJECT" : "POINTER"
  entry[name] = "#define STUB_PARAMETERS_" name "(M) " parameters "\nSTUB_ENTRY(" name ", " kind ", " result ", " \
    (count ? "a" (count - 1) : 0) ", " count ")"
}

sub(/^.*struct _cl_icd_dispatch \{/, "") { inside = 1 }
/\} cl_icd_dispatch/ { exit }
inside && !/^ ?\}|_icd2_tag/ {
  name = $0
  gsub(/^.*[ *]/, "", name)
  if (!(name in entry) && name !~ /D3D1|DX9/) {
    print "entries.awk: error: the header has no type of " name >"/dev/stderr"
    exit 1
  }
  print name in entry ? entry[name] : "STUB_UNTYPED(" name ")"
}

END { print "#undef STUB_ENTRY\n#undef STUB_UNTYPED" }

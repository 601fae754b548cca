# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The application and the layer work where nobody interferes: what the other cases stand on.
good 'the sum of eight ones' $app sum.cl
says '^support: [1-9]'
says '^values: 8 8 8 8 8 8 8 8$'
good 'again, from the cache' $app sum.cl
says '^values: 8 8 8 8 8 8 8 8$'

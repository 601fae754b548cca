# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What LLVM's last step makes of the code that the executor (test/simt) has run, where that may be something else: a rule for each kind, with
# the reason. It reads assembly of AMD's GPUs (*.s) and PTX (*.ptx) and prints a line for each instruction that a rule catches.
# `lanes`: those of a wave, if given.

FNR == 1 { amd = FILENAME ~ /\.s$/ }
/^[A-Za-z_][A-Za-z0-9_]*:/ || /^\.visible \.entry/ {
  name = $1 == ".visible" ? $3 : $1
  sub(/[:(].*/, "", name)
  depth = 0
  stored = 0
}
function wrong(reason) {
  printf "%s:%d: %s: %s: %s\n", FILENAME, FNR, name, $0, reason
  found = 1
}
# Without comments and blanks around.
{
  sub(amd ? ";.*" : "//.*", "")
  gsub(/[ \t]+/, " ")
  gsub(/^ | $/, "")
}
END { exit found }

# ---- AMD ----

# Row and bank masks, and a source that is not there, choose where a vector is written. AMD's manuals say nothing of the bits of a lane that is
# left out, and AMD's emulator sets them.
amd && /_dpp / && $1 ~ /_co_|^v_cmp/ && !/ row_mask:0xf bank_mask:0xf bound_ctrl:/ { wrong("a lane that is left out has a carry or a condition") }

amd && $1 ~ /_[biuf]64(_e(32|64))?_dpp$/ { wrong("64 bits at once are taken from few lanes of a row alone") }

# In LLVM IR a number is negated first, and a lane that is not there gives +0.0.
amd && $1 ~ /_dpp$/ && /^[a-z0-9_]+ v[0-9]+, (-v|\|v|-\|v)/ { wrong("a lane that is not there gives -0.0") }

amd && $1 ~ /^v_(pk_|dual_)?(fma|fmac|mad|mac|fmaak|fmamk)(_legacy|_mix|_mixlo|_mixhi)?_f(16|32|64)/ { wrong("rounded once, after the addition alone") }
amd && $1 ~ /^v_(pk_)?(minimum|maximum)|^v_(min|max)_legacy/ { wrong("a NaN wins against a number, or as the second operand") }
amd && $1 ~ /^\.amdhsa_float_denorm_mode/ && $2 != 3 { wrong("denormal numbers become 0") }
amd && $1 ~ /^\.amdhsa_float_round_mode/ && $2 != 0 { wrong("not rounded to nearest even") }
amd && $1 == ".amdhsa_ieee_mode" && $2 != 1 { wrong("a signalling NaN is another operand of min and max") }
amd && lanes && $1 == ".amdhsa_wavefront_size32" && $2 != (lanes == 32) { wrong("the code is for waves of " lanes) }

amd && /permlanex?16_/ && !/op_sel:\[[01],1/ { wrong("gives an undefined value of a lane that is not active, where 0 is asked for") }
amd && $1 ~ /^s_or_saveexec/ && $NF == "-1" { wrong("lanes that are not active take part") }

# These stand in no branch of the kernels' IR; LLVM up to 19 at least moves permlanex16 into one where its result is used, though the lanes that
# it reads are not active there.
amd && ($1 ~ /^s_and_saveexec/ || $1 ~ /^v_cmpx_/) { depth++ }
amd && $1 ~ /^s_or_b(32|64)$/ && $2 ~ /^exec(_lo)?,$/ && depth { depth-- }
amd && depth && /v_permlanex?16_|ds_bpermute_|ds_swizzle_/ { wrong("in a branch, whose other lanes are not active") }

# The executor knows the fence in front of a barrier, and not the wait that LLVM makes of it.
amd && $1 ~ /^ds_(write|store|add|sub|min|max|and|or|xor|inc|dec|cmpst|cmpstore|wrxchg|storexchg)/ { stored = 1 }
amd && /^s_wait/ && /lgkmcnt\(0\)|_lgkmcnt null, 0x0|_dscnt 0x0/ { stored = 0 }
amd && $1 ~ /^s_barrier(_signal)?$/ && stored { wrong("what was stored in local memory may not have arrived") }

# ---- NVIDIA ----

# LLVM 15, for a right shift that keeps copies of the sign: such a field has zeros there.
!amd && $1 == "bfe.u64" && $(NF - 1) + $NF > 64 { wrong("bits beyond the highest") }

# LLVM 15 shifts by the count of a rotation, and by 64 less the count, where PTX has 0 for counts from 64 on.
!amd && /^sh[lr]\.b64 %lhs, .*, %r[0-9]+;|^sub\.u32 %amt2, 64, %r[0-9]+;/ { wrong("a rotation by 64 or more") }

!amd && /\.(ftz|sat|approx)\./ { wrong("not as IEEE 754 has it") }
!amd && /(^| )(add|sub|mul)\.f(16|32|64)/ { wrong("ptxas may round a product and a sum once") }
!amd && /(^| )(fma|mad)\.[a-z.]*f(16|32|64)/ { wrong("rounded once, after the addition alone") }
!amd && /(^| )(min|max)\.NaN\./ { wrong("a NaN wins against a number") }

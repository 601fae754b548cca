; Lines for the rules of last-step.awk, of LLVM's own forms. What a rule must catch ends in WRONG.
carries:
	v_add_co_u32_e64_dpp v3, vcc_lo, v7, v3 quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf ; WRONG
	v_add_co_u32_e64_dpp v3, vcc_lo, v3, v3 row_shr:8 row_mask:0xf bank_mask:0xf ; WRONG
	v_addc_co_u32_dpp v3, vcc, v7, v3, vcc row_bcast:15 row_mask:0xa bank_mask:0xf ; WRONG
	v_sub_co_u32_e64_dpp v3, vcc_lo, v3, v3 row_shr:8 row_mask:0xf bank_mask:0xe bound_ctrl:1 ; WRONG
	v_cmp_gt_i32_e64_dpp s0, v7, v3 quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf ; WRONG
	v_add_co_u32_e64_dpp v3, vcc_lo, v3, v3 row_shr:8 row_mask:0xf bank_mask:0xf bound_ctrl:1
	v_add_nc_u32_dpp v3, v7, v3 quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
	v_mov_b32_dpp v3, v7 quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0xf
	v_add_co_u32 v3, vcc_lo, v7, v3
	v_mov_b64_dpp v[2:3], v[4:5] row_newbcast:1 row_mask:0xf bank_mask:0xf ; WRONG
	v_min_f64_dpp v[2:3], v[4:5], v[6:7] row_newbcast:1 row_mask:0xf bank_mask:0xf ; WRONG
floats:
	v_subrev_f32_dpp v3, -v4, v3 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1 ; WRONG
	v_add_f16_dpp v3, |v4|, v3 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1 ; WRONG
	v_subrev_f32_dpp v3, v4, v3 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
	v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7] ; WRONG
	v_fmac_f32_e32 v0, v1, v2 ; WRONG
	v_pk_fma_f16 v0, v1, v2, v3 ; WRONG
	v_dual_fmac_f32 v0, v1, v2 :: v_dual_mov_b32 v3, v4 ; WRONG
	v_fma_mixlo_f16 v0, v1, v2, v3 ; WRONG
	v_mad_f32 v0, v1, v2, v3 ; WRONG
	v_mad_u64_u32 v[0:1], s0, v2, v3, v[4:5]
	v_add_f32_e32 v0, v1, v2
	v_minimum_f32 v0, v1, v2 ; WRONG
	v_max_legacy_f32 v0, v1, v2 ; WRONG
	v_min_num_f64_e32 v[0:1], v[2:3], v[4:5]
	v_max_f64 v[0:1], v[2:3], v[4:5]
lanes:
	v_permlanex16_b32 v5, v3, -1, -1 ; WRONG
	v_permlanex16_b32 v5, v3, -1, -1 op_sel:[1,0,0,0] ; WRONG
	v_permlanex16_b32 v5, v3, -1, -1 op_sel:[0,1,0,0]
	s_and_saveexec_b32 s0, vcc_lo
	ds_bpermute_b32 v1, v2, v3 ; WRONG
	v_cmpx_eq_u32_e32 31, v0
	v_permlanex16_b32 v5, v3, -1, -1 op_sel:[0,1,0,0] ; WRONG
	s_or_b32 exec_lo, exec_lo, s1
	v_permlanex16_b32 v5, v3, -1, -1 op_sel:[0,1,0,0] ; WRONG
	v_mov_b32_dpp v5, v4 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
	s_or_b32 exec_lo, exec_lo, s0
	v_permlanex16_b32 v5, v3, -1, -1 op_sel:[0,1,0,0]
	ds_bpermute_b32 v1, v2, v3
	s_or_saveexec_b64 s[0:1], -1 ; WRONG
	s_or_saveexec_b64 s[0:1], s[0:1]
	s_and_saveexec_b64 s[0:1], vcc
barriers:
	ds_bpermute_b32 v1, v2, v3
	ds_write_b64 v5, v[3:4] offset:256
	s_waitcnt vmcnt(0)
	s_barrier ; WRONG
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	ds_add_u32 v5, v3
	s_barrier_signal -1 ; WRONG
	s_wait_dscnt 0x0
	s_barrier_signal -1
	ds_store_b32 v5, v3
	s_wait_storecnt_dscnt 0x0
	s_barrier
	ds_load_b32 v5, v3
	s_barrier
		.amdhsa_float_denorm_mode_32 0 ; WRONG
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_float_round_mode_32 1 ; WRONG
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_ieee_mode 0 ; WRONG
		.amdhsa_ieee_mode 1
		.amdhsa_wavefront_size32 0 ; WRONG
		.amdhsa_wavefront_size32 1
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

two_ways:
	s_cmp_eq_u32 s5, 0
	s_cbranch_scc1 .LBB0_2
	s_barrier
	v_add_u32_e32 v0, v1, v2
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_add_u32_e32 v0, v1, v2
	s_branch .LBB0_3
.LBB0_2:
	v_add_u32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf
	s_barrier
.LBB0_3:
	global_store_dword v[0:1], v4, off
	s_endpgm
	.amdhsa_kernel two_ways
		.amdhsa_group_segment_fixed_size 64
		.amdhsa_wavefront_size32 1
	.end_amdhsa_kernel
.Lfunc_end0:

//.kernel third
//.platform DG2

per_thread_prolog:
(W)     mov (8|M0)               r127.0<1>:ud  0x0:ud                                                //  ALU pipe: int;
        nop                                                                                          //
L72:
(W)     send.slm (1|M0)          r41      r4      null:0  0x0            0x0210001F           {$7} // fence.slm.none.group // $39
(W)     sync.bar                             null                                                    // $40
(W&f0.0) sync.bar                            null                                                    // $41
        sync.nop                             null                             {Compacted,$2.dst}     // $41
(W)     jmpi                                 L72                                                     // $42
        store.ugm.d32.a32.wb.wb (16|M0)  bss[a0.0][r25:2] r43:2    {ExBSO,A@3,$9} // ex_desc:a0.0; desc:0x240E0504 // $42
(W)     send.gtwy (1|M0)         null     r127    null:0  0x0            0x02000010           {EOT,A@1} // end of thread // $45
L1032:
        nop                                                                                          // $45
(W)     mov (16|M0)              null<1>:ud    0x549ED185:ud                                         //

//.kernel second
//.platform SKL
//.instCount 99
//.spill size 2560

// B000: Preds:{},  Succs:{B001}
_main:
(W)     mov (8|M0)               r8.0<1>:ud    r0.0<1;1,0>:ud                                        // $1
        send (16|M0)             r18:w    r14     0xC            0x04205E00           // untyped surface read, wait for r[a0.0] // $12
_0_046:
(W)     add (1|M0)               a0.0<1>:uw    r9.6<0;1,0>:uw    0x320:uw                            // $31
(W)     mov (1|M0)               r29.0<1>:d    r[a0.0]<0;1,0>:d                                      // $32
(f0.0)  goto (16|M0)                         _0_047            _0_047                                // $33
(f0.1)  goto.b (16|M0)                       _0_047            _0_046                                // $34
_0_047:
        join (16|M0)                         _0_048                                                  // $35
(W)     send (1|M0)              null     r30     0x3            0x02000004           // gateway; signal barrier // $37
(W)     wait                                 n0.0<0;1,0>:ud                                          // $37
(W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // spawner; end of thread // $48

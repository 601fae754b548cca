/* Instructions that reduce a word over some lanes of a sub-group: NVIDIA has them. */

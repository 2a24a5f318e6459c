// Moments, events and the fold over them: pure, without a clock and without input or output.

;; Products of a direction with the directions of passages. Assembled by wabt: npx -p wabt wat2wasm cosines.wat
(module
  (memory (export "memory") 10)
  ;; $vectors: $count vectors of $rank signed bytes, one after the other. $query: signed 16-bit values, $rank rounded up
  ;; to a multiple of 16, with zeros at the end. $sums: 32-bit sums, one for each vector.
  (func (export "multiply") (param $vectors i32) (param $count i32) (param $rank i32) (param $query i32) (param $sums i32)
    (local $end i32) (local $at i32) (local $value i32) (local $bytes v128) (local $sum v128)
    (local.set $end (i32.add (local.get $sums) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $sums) (local.get $end)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $at (i32.const 0))
        (local.set $value (local.get $query))
        (loop $more
          (local.set $bytes (v128.load align=1 (i32.add (local.get $vectors) (local.get $at))))
          (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $value)))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=16 (local.get $value))))))
          (local.set $value (i32.add (local.get $value) (i32.const 32)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $more (i32.lt_u (local.get $at) (local.get $rank))))
        (i32.store (local.get $sums) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $sums (i32.add (local.get $sums) (i32.const 4)))
        (local.set $vectors (i32.add (local.get $vectors) (local.get $rank)))
        (br $next)))))

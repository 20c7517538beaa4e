import { vi } from 'vitest'

const stopwatch = performance.now.bind(performance)
let passed = 0

/** Lets a second pass for whatever this process remembers: its stopwatch goes on, nobody waits. */
export function passSecond(): void {
  passed += 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => stopwatch() + passed)
}

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

// CPU and memory of other processes, from /proc: only Linux has it.

export const hasProc = process.platform === 'linux'

let tick: number | undefined
const ticksPerSecond = () => (tick ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).trim()) || 100)

interface Stat {
  ppid: number
  /** CPU milliseconds of the process, all threads. */
  own: number
  /** CPU milliseconds of ended children. */
  ended: number
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (index: number) => Number(fields[index])
    const ms = 1000 / ticksPerSecond()
    return { ppid: at(1), own: (at(11) + at(12)) * ms, ended: (at(13) + at(14)) * ms }
  } catch {
    return undefined
  }
}

/** CPU milliseconds one process has used so far. */
export const cpuOf = (pid: number): number => readStat(pid)?.own ?? Number.NaN

/** CPU milliseconds of a process and its children so far, ended ones included. */
export function cpuOfTree(pid: number): number {
  const root = readStat(pid)
  if (!root) return Number.NaN
  let sum = root.own + root.ended
  for (const name of readdirSync('/proc')) {
    const child = /^\d+$/.test(name) ? readStat(Number(name)) : undefined
    if (child?.ppid === pid) sum += child.own + child.ended
  }
  return sum
}

/** Resident memory in MB. */
export function rssOf(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return Number(kb) / 1024
}

/** Busy and total time of the machine so far. */
export function machineTimes(): { busy: number; total: number } {
  const [, ...numbers] = (readFileSync('/proc/stat', 'latin1').split('\n')[0] ?? '').trim().split(/\s+/)
  const times = numbers.slice(0, 8).map(Number)
  const total = times.reduce((sum, time) => sum + time, 0)
  const idle = (times[3] ?? 0) + (times[4] ?? 0)
  return { busy: (total - idle) * (1000 / ticksPerSecond()), total: total * (1000 / ticksPerSecond()) }
}

import { readFileSync } from 'node:fs'

const CHECK_MS = 500

/**
 * Calls `onGone` when the program that launched us (npm, or the shell between npm and us) has been killed: nobody could
 * stop us with Ctrl-C any more, and the next `npm start` would find the folder taken.
 */
export function watchLauncher(env: NodeJS.ProcessEnv, onGone: () => void) {
  if (!env['npm_lifecycle_event']) return
  const initial = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === initial) return
    clearInterval(timer)
    onGone()
  }, CHECK_MS)
  timer.unref()
}

const ancestors = () => `${process.ppid} ${shellsParent(process.ppid) ?? ''}`

/** npm runs scripts through `sh -c`, which outlives a killed npm; so its parent counts too. */
function shellsParent(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    return /^(sh|bash|dash|zsh|ash|busybox)$/.test(name) ? stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] : undefined
  } catch {
    return undefined
  }
}

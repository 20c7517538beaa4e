// What git remembers, without network. Some clones remember little or nothing: these answer undefined, and what asks is content.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

function git(folder, ...args) {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return status === 0 ? stdout : undefined
}

/** Whether this clone knows all that came after the commit. */
const knows = (folder, since) => git(folder, 'merge-base', '--is-ancestor', since, 'HEAD') !== undefined

const linesOf = (text) => text.split('\n').filter((line) => line !== '')

/** Subjects of the commits after the named one, oldest first. */
export function subjectsSince(folder, since) {
  if (!knows(folder, since)) return undefined
  return linesOf(git(folder, 'log', '--no-merges', '--reverse', '--format=%s', `${since}..HEAD`) ?? '')
}

/** Paths of a folder at the named commit, then those added after it that are still there: as they came, and last what is not committed. */
export function landedSince(folder, since, below) {
  if (!knows(folder, since)) return undefined
  const before = linesOf(git(folder, 'ls-tree', '--name-only', since, `${below}/`) ?? '')
  const added = linesOf(
    git(folder, 'log', '--reverse', '--no-renames', '--diff-filter=A', '--format=', '--name-only', `${since}..HEAD`, '--', below) ?? '',
  )
  const open = linesOf(git(folder, 'ls-files', '--others', '--', below) ?? '')
  return { before, after: [...new Set([...added, ...open])].filter((file) => existsSync(path.join(folder, file))) }
}

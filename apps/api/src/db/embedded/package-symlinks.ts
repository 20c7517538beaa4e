import { readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * npm packages hold no symbolic links; this one lists them and makes them in an install script, which is switched off
 * here. Returns false when the folder cannot be written (it then has to be copied).
 */
export function replaySymlinks(nativeFolder: string): boolean {
  const links = JSON.parse(readFileSync(path.join(nativeFolder, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      // The list says `native/lib/…`; a copy of the folder carries another name.
      symlinkSync(path.relative(path.dirname(target), source), path.join(nativeFolder, path.relative('native', target)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

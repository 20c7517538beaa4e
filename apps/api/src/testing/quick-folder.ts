import { mkdtempSync, readdirSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
const ROOM = 2 * 1024 ** 3

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM && process.availableMemory() > 2 * ROOM
  } catch {
    return false
  }
}

const PLACES: readonly string[] = [...new Set([os.tmpdir(), MEMORY])]

/**
 * A new folder for data of tests that nobody keeps: in memory where there is plenty of it, elsewhere on the disk. Making and removing a
 * database, which has thousands of small files, takes PostgreSQL as long on a disk as all its other work.
 */
export const quickFolder = (prefix: string) => mkdtempSync(path.join(hasRoom() ? MEMORY : os.tmpdir(), prefix))

/** The folders with this prefix that are there, a killed run's too. */
export const quickFolders = (prefix: string) =>
  PLACES.flatMap((place) => namesIn(place).map((name) => path.join(place, name))).filter((folder) =>
    path.basename(folder).startsWith(prefix),
  )

function namesIn(place: string) {
  try {
    return readdirSync(place)
  } catch {
    return []
  }
}

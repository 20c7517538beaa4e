import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'

import { errors } from '../errors.ts'
import { syncFolder } from '../proceso/sync-folder.ts'
import type { Lugar } from './almacen.ts'
import { isObjeto, MARCA } from './nombre.ts'

const CAJON = /^[0-9a-f]{2}$/
const PARTE = '.parte'

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const orAway = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw errors.storageAway(error)
  })

const readOrAbsent = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw errors.storageAway(error)
  })

/** Written beside its place and moved there whole: a machine that dies in the middle leaves a draft that nobody reads. */
async function writeWhole(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  const draft = `${file}${PARTE}`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
  await syncFolder(folder)
}

/** Objects as files of a folder, in drawers by the first two signs of their names, for their owner alone. */
export class AlmacenCarpeta implements Lugar {
  readonly isFirme = false
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  #place(objeto: string): { cajon: string; file: string } {
    const cajon = path.join(this.#folder, objeto.slice(0, 2))
    return { cajon, file: path.join(cajon, objeto) }
  }

  async readMarca(): Promise<string | undefined> {
    return (await readOrAbsent(path.join(this.#folder, MARCA)))?.toString('utf8').trim()
  }

  async writeMarca(instalacion: string): Promise<void> {
    await orAway(mkdir(this.#folder, { recursive: true, mode: 0o700 }))
    await orAway(writeWhole(this.#folder, path.join(this.#folder, MARCA), Buffer.from(`${instalacion}\n`)))
  }

  /** The folder itself is never made here: one that is not there is a disk that is not there. */
  async put(objeto: string, bytes: Uint8Array): Promise<void> {
    const { cajon, file } = this.#place(objeto)
    await mkdir(cajon, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw errors.storageAway(error)
    })
    await orAway(writeWhole(cajon, file, bytes))
  }

  get(objeto: string): Promise<Buffer | undefined> {
    return readOrAbsent(this.#place(objeto).file)
  }

  /** With what a machine that died left of it. */
  async remove(objeto: string): Promise<void> {
    const { file } = this.#place(objeto)
    for (const name of [file, `${file}${PARTE}`]) await orAway(rm(name, { force: true }))
  }

  async *list(): AsyncIterable<readonly string[]> {
    for (const cajon of await this.#names('')) if (CAJON.test(cajon)) yield (await this.#names(cajon)).filter(isObjeto)
  }

  async #names(folder: string): Promise<string[]> {
    return readdir(path.join(this.#folder, folder)).catch((error: unknown) => {
      if (isAbsent(error)) return []
      throw errors.storageAway(error)
    })
  }
}

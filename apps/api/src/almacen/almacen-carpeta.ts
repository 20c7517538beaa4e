import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'

import { errors } from '../errors.ts'
import type { Almacen } from './almacen.ts'

const NOMBRE = /^[0-9a-f-]{36}$/
const CAJON = /^[0-9a-f]{2}$/

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const away = (error: unknown) => errors.storageAway(error)

/** Objects as files of a folder, in drawers by the first two signs of their names, for their owner alone. */
export class AlmacenCarpeta implements Almacen {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  #place(objeto: string): { cajon: string; file: string } {
    const cajon = path.join(this.#folder, objeto.slice(0, 2))
    return { cajon, file: path.join(cajon, objeto) }
  }

  /** Written beside its place and moved there whole: a machine that dies in the middle leaves a draft that nobody reads. */
  async put(objeto: string, bytes: Uint8Array): Promise<void> {
    const { cajon, file } = this.#place(objeto)
    const draft = `${file}.${randomUUID()}`
    try {
      await mkdir(cajon, { recursive: true, mode: 0o700 })
      const handle = await open(draft, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, file)
      await syncFolder(cajon)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined)
      throw away(error)
    }
  }

  async get(objeto: string): Promise<Buffer | undefined> {
    return readFile(this.#place(objeto).file).catch((error: unknown) => {
      if (isAbsent(error)) return undefined
      throw away(error)
    })
  }

  async remove(objeto: string): Promise<void> {
    await rm(this.#place(objeto).file, { force: true }).catch((error: unknown) => {
      throw away(error)
    })
  }

  async *list(): AsyncIterable<readonly string[]> {
    for (const cajon of await this.#names('')) if (CAJON.test(cajon)) yield (await this.#names(cajon)).filter((name) => NOMBRE.test(name))
  }

  async #names(folder: string): Promise<string[]> {
    return readdir(path.join(this.#folder, folder)).catch((error: unknown) => {
      if (isAbsent(error)) return []
      throw away(error)
    })
  }
}

// A name is on disk when its folder is; Windows neither needs nor allows it.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

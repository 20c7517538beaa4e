import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'

import { StartError } from '../instalacion/start-error.ts'
import { createOpening } from './cifrado.ts'

/** Content of the backup; it has the hashes of all other files, so that its own seal covers them. */
export const MANIFIESTO = 'manifiesto.json.cifrado'
const FORMATO = 2

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const nombre = z.string().check(z.regex(/^[a-z0-9_]+$/))

const Manifiesto = z.object({
  formato: z.literal(FORMATO),
  producto: z.string(),
  version: z.string(),
  /** Business instant just before the snapshot: documents issued from here on are not in it. */
  instante: z.iso.datetime(),
  postgres: z.string(),
  /** Public name of the master key that sealed the secrets inside; the key itself is stored elsewhere. */
  claveMaestraId: z.string(),
  migraciones: z.array(z.object({ nombre: z.string(), sha256: hash })),
  /** In an order for loading. */
  tablas: z.array(
    z.object({
      nombre,
      archivo: z.string().check(z.regex(/^[a-z0-9_]+\.copy\.gz\.cifrado$/)),
      columnas: z.array(nombre),
      filas: z.int(),
      bytes: z.int(),
      sha256: hash,
    }),
  ),
})
export type Manifiesto = z.infer<typeof Manifiesto>
export type TablaRespaldada = Manifiesto['tablas'][number]

export const emptyManifiesto = (start: Omit<Manifiesto, 'formato' | 'tablas'>): Manifiesto => ({ formato: FORMATO, ...start, tablas: [] })

const damaged = (what: string) => new StartError(`El respaldo está dañado o incompleto: ${what}. No se restauró nada.`)

/** The manifest of a backup folder, opened with its key. @throws StartError when there is none, or it was changed since */
export async function readManifiesto(folder: string, llave: Uint8Array): Promise<Manifiesto> {
  const opening = createOpening(llave, MANIFIESTO)
  const [content] = await Promise.all([text(opening), pipeline(createReadStream(path.join(folder, MANIFIESTO)), opening)]).catch(
    (error: NodeJS.ErrnoException) => {
      throw damaged(error.code === 'ENOENT' ? `falta ${MANIFIESTO}` : `${MANIFIESTO} no es el que se escribió`)
    },
  )
  const parsed = z.safeParse(Manifiesto, JSON.parse(content))
  if (!parsed.success) throw new StartError(`El respaldo de ${folder} es de otra versión de Yupana y esta no lo entiende.`)
  return parsed.data
}

/** Reads every file and compares size and SHA-256. @throws StartError naming each file that differs */
export async function checkArchivos(folder: string, { tablas }: Manifiesto): Promise<void> {
  const wrong: string[] = []
  for (const { archivo, bytes, sha256 } of tablas) {
    const file = path.join(folder, archivo)
    const size = await stat(file).then(
      (found) => found.size,
      () => undefined,
    )
    if (size === undefined) wrong.push(`falta ${archivo}`)
    else if (size !== bytes || (await hashOf(file)) !== sha256) wrong.push(`${archivo} no coincide con su huella`)
  }
  if (wrong.length > 0) throw damaged(wrong.join('; '))
}

async function hashOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file), digest)
  return digest.digest('hex')
}

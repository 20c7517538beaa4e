import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'

import type { Config } from '../config/config.ts'
import { StartError } from '../instalacion/start-error.ts'
import { requireClaveMaestra } from './clave-maestra.ts'

/** The only unencrypted file of a backup: it names the key of the others. */
export const CABECERA = 'cabecera.json'
/** First file of backups made before encryption. */
const SIN_CIFRAR = 'manifiesto.json'
const FORMATO = 2
const KEY = 32
/** 128 MiB and about half a second for each attempt at the key. */
const COST = { N: 131_072, r: 8, p: 1 }

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)))
const Cabecera = z.object({
  formato: z.literal(FORMATO),
  /** The setting with the key. */
  clave: z.enum(['CLAVE_MAESTRA', 'CLAVE_RESPALDO']),
  sal: hex(32),
  /** Distinguishes the right key from a wrong one. */
  comprobacion: hex(32),
})
type Cabecera = z.infer<typeof Cabecera>
type ConSecretos = Pick<Config, 'claveRespaldo' | 'claveMaestra' | 'dataDir' | 'modo'>

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const llaveOf = (secreto: string, sal: string) =>
  derive(secreto.normalize('NFC'), Buffer.from(sal, 'hex'), KEY, { ...COST, maxmem: 256 * 1024 * 1024 })
const comprobacionOf = (llave: Uint8Array, { formato, clave, sal }: Omit<Cabecera, 'comprobacion'>) =>
  createHmac('sha256', llave)
    .update(JSON.stringify(['cabecera', formato, clave, sal]))
    .digest()

const secretoOf = (config: ConSecretos, ajuste: Cabecera['clave']): string => {
  if (ajuste === 'CLAVE_MAESTRA') return requireClaveMaestra(config)
  if (config.claveRespaldo === undefined)
    throw new StartError('Este respaldo se cifró con CLAVE_RESPALDO: póngala en la configuración con el valor que tenía ese día.')
  return config.claveRespaldo
}

/** A key for one backup, and the data a restore needs about it. */
export interface LlaveNueva {
  llave: Buffer
  cabecera: string
}

/** From CLAVE_RESPALDO if set, else from the master key. */
export async function createLlave(config: ConSecretos): Promise<LlaveNueva> {
  const start = {
    formato: FORMATO,
    clave: config.claveRespaldo === undefined ? 'CLAVE_MAESTRA' : 'CLAVE_RESPALDO',
    sal: randomBytes(32).toString('hex'),
  } as const
  const llave = await llaveOf(secretoOf(config, start.clave), start.sal)
  const cabecera: Cabecera = { ...start, comprobacion: comprobacionOf(llave, start).toString('hex') }
  return { llave, cabecera: `${JSON.stringify(cabecera, null, 2)}\n` }
}

/** The key of a backup folder. @throws StartError for another folder, or settings with another key */
export async function openLlave(folder: string, config: ConSecretos): Promise<Buffer> {
  const cabecera = await readCabecera(folder)
  const llave = await llaveOf(secretoOf(config, cabecera.clave), cabecera.sal)
  if (!timingSafeEqual(comprobacionOf(llave, cabecera), Buffer.from(cabecera.comprobacion, 'hex')))
    throw new StartError(
      `La ${cabecera.clave} de esta instalación no abre el respaldo: no es la de ese día, o ${CABECERA} fue cambiado. No se restauró nada.`,
    )
  return llave
}

async function readCabecera(folder: string): Promise<Cabecera> {
  const text = await readFile(path.join(folder, CABECERA), 'utf8').catch(() => {
    if (existsSync(path.join(folder, SIN_CIFRAR)))
      throw new StartError(`${folder} es un respaldo sin cifrar, de una versión anterior: restáurelo con ella, actualice y haga otro.`)
    throw new StartError(`${folder} no es un respaldo de Yupana: falta ${CABECERA}.`)
  })
  try {
    return z.parse(Cabecera, JSON.parse(text))
  } catch {
    throw new StartError(`${CABECERA} está dañado, o el respaldo de ${folder} es de otra versión de Yupana. No se restauró nada.`)
  }
}

import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Config, Modo } from './config.ts'
import { makeDataFolder } from '../instalacion/data-folder.ts'
import { idOfClaveMaestra } from '../secretos/sobre.ts'
import { StartError } from '../instalacion/start-error.ts'

const MINIMUM = 32
const ANTERIOR = /^clave-maestra\.[0-9a-f]{12}$/
// Keys copied from an example. That of .env.example is caught by its first word.
const KNOWN = /^(cambi|change|ejemplo|example|secret|password|clave|default|yupana)/i

/** The reason why a CLAVE_MAESTRA cannot be used, as one Spanish line; undefined when it can. */
export function checkClaveMaestra(claveMaestra: string | undefined, modo: Modo): string | undefined {
  if (claveMaestra === undefined)
    return modo === 'produccion' ? 'Falta CLAVE_MAESTRA: en producción es obligatoria (por ejemplo: openssl rand -base64 48).' : undefined
  if (modo === 'prueba') return claveMaestra.length < 8 ? 'CLAVE_MAESTRA es demasiado corta: al menos 8 caracteres.' : undefined
  if (claveMaestra.length < MINIMUM) return `CLAVE_MAESTRA es demasiado corta: en producción, al menos ${MINIMUM} caracteres al azar.`
  if (KNOWN.test(claveMaestra)) return 'CLAVE_MAESTRA es un valor de ejemplo: ponga una clave propia al azar.'
  if (isRepetitive(claveMaestra)) return 'CLAVE_MAESTRA repite caracteres: ponga una clave al azar (openssl rand -base64 48).'
  return undefined
}

/** The reason why a CLAVE_RESPALDO cannot be used. A phrase is enough: guessing is made slow. */
export const checkClaveRespaldo = (claveRespaldo: string | undefined): string | undefined =>
  claveRespaldo !== undefined && (claveRespaldo.length < 16 || isRepetitive(claveRespaldo))
    ? 'CLAVE_RESPALDO es demasiado simple: al menos 16 caracteres, por ejemplo varias palabras.'
    : undefined

const isRepetitive = (secret: string) => new Set(secret).size < 10 || /^(.{1,16})\1+.{0,15}$/s.test(secret)

/** The master key: the configured one, or in prueba one created once and stored in the data folder (mode 0600). */
export function loadClaveMaestra(config: Pick<Config, 'claveMaestra' | 'dataDir' | 'modo'>): string {
  if (config.claveMaestra !== undefined) return config.claveMaestra
  if (config.modo === 'produccion') throw new StartError(checkClaveMaestra(undefined, 'produccion') ?? '')
  const dataDir = makeDataFolder(config.dataDir)
  const file = path.join(dataDir, 'clave-maestra')
  if (!existsSync(file)) {
    refuseLostKey(dataDir, file)
    createOnce(file)
  }
  const claveMaestra = read(file)
  if (claveMaestra.length < MINIMUM)
    throw new StartError(`${file} está dañado: la clave maestra está incompleta. Restaure el archivo de un respaldo.`)
  return claveMaestra
}

/** File for a replaced master key of the data folder: it still reads its own signatures and ciphertexts. */
export const fileOfClaveAnterior = (dataDir: string, claveMaestra: string): string =>
  path.join(dataDir, `clave-maestra.${idOfClaveMaestra(claveMaestra)}`)

/** The former master keys of the data folder. */
export function loadClavesAnteriores(dataDir: string): string[] {
  const names = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => ANTERIOR.test(name)) : []
  return names.map((name) => read(path.join(dataDir, name)))
}

/** File beside a rotated master key: password hashes cannot be mixed anew without their owners. */
export const fileOfClaveContrasenas = (dataDir: string): string => path.join(dataDir, 'clave-contrasenas')

/** The key mixed into passwords: the first master key of the installation, even after a rotation. */
export function loadClaveContrasenas(config: Pick<Config, 'claveMaestra' | 'claveContrasenas' | 'dataDir' | 'modo'>): string {
  if (config.claveContrasenas !== undefined) return config.claveContrasenas
  const file = fileOfClaveContrasenas(config.dataDir)
  return config.claveMaestra === undefined && existsSync(file) ? read(file) : loadClaveMaestra(config)
}

/** Whole or not at all, and only by the first of two processes that start together. */
function createOnce(file: string) {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, randomBytes(36).toString('base64url'), { mode: 0o600 })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new StartError(`No se puede escribir ${file}.`)
  } finally {
    rmSync(draft, { force: true })
  }
}

function read(file: string) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new StartError(`Este usuario no puede leer ${file}: inicie como el dueño de la carpeta de datos, o use otra DATA_DIR.`)
  }
}

// A new key beside an existing database would leave every stored certificate unreadable.
function refuseLostKey(dataDir: string, file: string) {
  if (existsSync(path.join(dataDir, 'postgres')) || existsSync(path.join(dataDir, 'UBICACION.txt')))
    throw new StartError(
      `Falta ${file}, con el que se cifró la base de datos de esa carpeta: restáurelo de un respaldo o ponga CLAVE_MAESTRA.`,
    )
}

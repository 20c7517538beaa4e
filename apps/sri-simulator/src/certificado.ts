// Command: issues a .p12 of the test authority. Options in README.md.
import { createPrivateKey } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { issueFirmaElectronica, type Peticion, type Titular } from './autoridad/firma-electronica.ts'
import { writeP12, type Cifrado, type Par } from './autoridad/pkcs12.ts'
import { createAutoridadAjena, ensureAutoridad } from './autoridad/raiz.ts'

const YEAR = 365 * 86_400_000

const fail = (reason: string): never => {
  process.stderr.write(`Certificado: ${reason}\n`)
  process.exit(1)
}

const option = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

function readOptions() {
  try {
    return parseArgs({
      options: {
        datos: option,
        ruc: option,
        cedula: option,
        nombre: option,
        clave: option,
        salida: option,
        desde: option,
        hasta: option,
        llave: option,
        cifrado: { type: 'string', default: 'aes' },
        tipo: { type: 'string', default: 'rsa' },
        bits: { type: 'string', default: '2048' },
        uso: { type: 'string', default: 'firma' },
        'raiz-ajena': flag,
        'sin-cadena': flag,
        'par-de-cifrado': flag,
      },
    }).values
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

function momentOf(text: string | undefined, otherwise: number): number {
  const ms = text === undefined ? otherwise : Date.parse(text)
  return Number.isNaN(ms) ? fail(`fecha inválida: ${text}`) : ms
}

const oneOf = <T extends string>(name: string, value: string, allowed: readonly T[]): T =>
  allowed.find((item) => item === value) ?? fail(`--${name} debe ser ${allowed.join(', ')}`)

const options = readOptions()
const required = (name: 'datos' | 'nombre' | 'clave' | 'salida'): string => options[name] ?? fail(`falta --${name}`)

if (options.ruc !== undefined && !/^\d{13}$/.test(options.ruc)) fail('--ruc debe tener 13 dígitos')
if (options.cedula !== undefined && !/^\d{10}$/.test(options.cedula)) fail('--cedula debe tener 10 dígitos')
const desde = momentOf(options.desde, Date.now() - 86_400_000)
const titular: Titular = {
  nombre: required('nombre'),
  ...(options.ruc === undefined ? {} : { ruc: options.ruc }),
  ...(options.cedula === undefined ? {} : { cedula: options.cedula }),
}
const peticion: Peticion = {
  titular,
  tipo: oneOf('tipo', options.tipo, ['rsa', 'ec']),
  tamano: Number(oneOf('bits', options.bits, ['1024', '2048', '3072', '4096'])),
  desde,
  hasta: momentOf(options.hasta, desde + 2 * YEAR),
  uso: oneOf('uso', options.uso, ['firma', 'cifrado']),
  ...(options.llave !== undefined && existsSync(options.llave) && { llave: createPrivateKey(readFileSync(options.llave)) }),
}
const cifrado: Cifrado = oneOf('cifrado', options.cifrado, ['aes', '3des', 'rc2'])
const salida = required('salida')
const password = required('clave')

const own = await ensureAutoridad(path.join(required('datos'), 'simulador'))
const autoridad = options['raiz-ajena'] ? await createAutoridadAjena() : own
const signing = await issueFirmaElectronica(autoridad, peticion)
if (options.llave !== undefined && !peticion.llave) {
  const draft = `${options.llave}.${process.pid}`
  writeFileSync(draft, signing.key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  renameSync(draft, options.llave)
}
const pares: Par[] = [{ ...signing, nombre: 'Signing Key' }]
if (options['par-de-cifrado'])
  pares.unshift({
    ...(await issueFirmaElectronica(autoridad, { ...peticion, tipo: 'rsa', tamano: 2048, uso: 'cifrado', llave: undefined })),
    nombre: 'Decryption Key',
  })
const cadena = options['sin-cadena'] ? [] : [autoridad.certificado.raw]

mkdirSync(path.dirname(path.resolve(salida)), { recursive: true })
writeFileSync(salida, writeP12(pares, cadena, password, cifrado), { mode: 0o600 })
process.stdout.write(`${salida}\n`)

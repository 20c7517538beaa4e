import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Pedido } from './comando.ts'
import type { Consola } from './consola.ts'
import { UsoError } from './errores.ts'

/** Standard input or output in place of a file. */
export const ESTANDAR = '-'

/** Limit far above the size of any valid input. */
const MAX_BYTES = 16 * 1024 * 1024

/** The bytes of a file, or of standard input. @throws UsoError */
export async function readEntrada(archivo: string, consola: Consola): Promise<Buffer> {
  if (archivo === ESTANDAR) return consola.stdin()
  return explained(`leer ${archivo}`, () => {
    if (statSync(archivo).size > MAX_BYTES) throw new UsoError(`${archivo} pesa demasiado para lo que este comando lee.`)
    return readFileSync(archivo)
  })
}

/** Writes the answer to the requested place; overwrites an existing file only on request. @throws UsoError */
export function writeSalida(
  archivo: string,
  bytes: Uint8Array,
  { forzar, consola }: { readonly forzar: boolean; readonly consola: Consola },
): void {
  if (archivo === ESTANDAR) return consola.out(bytes)
  explained(`escribir ${archivo}`, () => writeFileSync(archivo, bytes, { flag: forzar ? 'w' : 'wx' }))
}

/**
 * Path of `--salida`, or a name beside the input file; standard output for standard input.
 * @throws UsoError when the file exists already, before any question or work.
 */
export function salidaOf(pedido: Pedido, entrada: string, ending: string): string {
  const beside = path.join(path.dirname(entrada), path.basename(entrada, path.extname(entrada)) + ending)
  const salida = pedido.texto('salida') ?? (entrada === ESTANDAR ? ESTANDAR : beside)
  if (salida !== ESTANDAR && !pedido.bandera('forzar') && existsSync(salida))
    throw new UsoError(`No se pudo escribir ${salida}: ${YA_EXISTE}.`)
  return salida
}

/** The one file a command works on. @throws UsoError */
export function onlyArchivo({ argumentos }: Pedido): string {
  const [archivo] = argumentos
  if (archivo === undefined) throw new UsoError('Falta el archivo.')
  if (argumentos.length > 1) throw new UsoError('Este comando recibe un solo archivo.')
  return archivo
}

/** One file or more. @throws UsoError */
export function someArchivos({ argumentos }: Pedido): readonly string[] {
  if (argumentos.length === 0) throw new UsoError('Falta el archivo.')
  return argumentos
}

const YA_EXISTE = 'ya existe (use --forzar para sobrescribirlo)'

const MOTIVOS: Readonly<Record<string, string>> = {
  ENOENT: 'no existe',
  EACCES: 'no hay permiso',
  EPERM: 'no hay permiso',
  EISDIR: 'es una carpeta',
  EEXIST: YA_EXISTE,
  ENOSPC: 'no queda espacio en el disco',
  EROFS: 'el disco es de solo lectura',
}

function explained<T>(action: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof UsoError || code === undefined) throw error
    throw new UsoError(`No se pudo ${action}: ${MOTIVOS[code] ?? code}.`)
  }
}

import type { Consola } from './consola.ts'

export interface Opcion {
  /** A text, one that may be repeated, or a flag. */
  readonly tipo: 'texto' | 'varias' | 'bandera'
  /** Name of the value in the help. */
  readonly valor?: string
  readonly ayuda: string
}

/** Arguments of a command, parsed. */
export interface Pedido {
  readonly argumentos: readonly string[]
  texto(opcion: string): string | undefined
  varias(opcion: string): readonly string[]
  bandera(opcion: string): boolean
}

/** Exit codes of all commands: success, negative answer, wrong use, Ctrl-C. */
export const SALIDA = { BIEN: 0, NO: 1, USO: 2, INTERRUMPIDO: 130 } as const

export interface Comando {
  readonly nombre: string
  /** One line, for the list of commands. */
  readonly resumen: string
  /** Forms of calling it, without the program's name. */
  readonly formas: readonly string[]
  readonly opciones: Readonly<Record<string, Opcion>>
  /** Further notes, a paragraph each. */
  readonly notas: readonly string[]
  /** Answers an exit code. */
  run(pedido: Pedido, consola: Consola): Promise<number>
}

export const JSON_OPCION: Opcion = { tipo: 'bandera', ayuda: 'Responde en JSON, para programas.' }
export const FORZAR_OPCION: Opcion = { tipo: 'bandera', ayuda: 'Sobrescribe el archivo de salida si ya existe.' }
export const PASSWORD_ARCHIVO_OPCION: Opcion = {
  tipo: 'texto',
  valor: 'ARCHIVO',
  ayuda: 'Archivo cuya primera línea es la contraseña del .p12.',
}

/** Help text about passwords, for commands that need one. */
export const NOTA_PASSWORD =
  'La contraseña nunca va como argumento, donde quedaría en el historial: se pregunta sin mostrarla, o se toma de --clave-archivo o de la variable de entorno YUPANA_CLAVE_P12.'

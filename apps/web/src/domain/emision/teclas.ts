import type { Combinacion } from '../../lib/teclado/keyboard.ts'

export type TeclaConEfecto = Combinacion & { readonly efecto: string }

/** The keys that every editor has, with what each does: what is listened to and what the help says are this one table. */
export const TECLAS_EMISION = {
  emitir: { code: 'Enter', ctrl: true, efecto: 'Emitir' },
  guardar: { code: 'KeyS', ctrl: true, efecto: 'Guardar el borrador' },
  vistaPrevia: { code: 'KeyP', alt: true, efecto: 'Vista previa' },
  ayuda: { key: '?', efecto: 'Esta ayuda' },
} as const satisfies Record<string, TeclaConEfecto>

/** Those of the dialog before a number is taken. */
export const TECLAS_CONFIRMAR = {
  emitir: { code: 'Enter', efecto: 'Emitir' },
  imprimir: { code: 'Enter', ctrl: true, efecto: 'Emitir e imprimir' },
  volver: { code: 'Escape', efecto: 'Volver al documento' },
} as const satisfies Record<string, TeclaConEfecto>

import type { Combinacion } from '../../lib/keyboard.ts'

/** Every key of the whole editor with what it does: what is listened to and what the help says are this one table. */
export const TECLAS = {
  emitir: { code: 'Enter', ctrl: true, efecto: 'Emitir' },
  nueva: { code: 'KeyN', alt: true, efecto: 'Nueva factura, desde cualquier pantalla' },
  guardar: { code: 'KeyS', ctrl: true, efecto: 'Guardar el borrador' },
  vistaPrevia: { code: 'KeyP', alt: true, efecto: 'Vista previa' },
  cliente: { code: 'KeyC', alt: true, efecto: 'Ir al cliente' },
  recibido: { code: 'KeyR', alt: true, efecto: 'Ir a lo recibido' },
  ultimoPrecio: { code: 'KeyU', alt: true, efecto: 'Usar el último precio a este cliente' },
  ayuda: { key: '?', efecto: 'Esta ayuda' },
} as const satisfies Record<string, Combinacion & { readonly efecto: string }>

export type Tecla = keyof typeof TECLAS

/** Those of the dialog before a number is taken. */
export const TECLAS_CONFIRMAR = {
  emitir: { code: 'Enter', efecto: 'Emitir' },
  imprimir: { code: 'Enter', ctrl: true, efecto: 'Emitir e imprimir' },
  volver: { code: 'Escape', efecto: 'Volver a la factura' },
} as const satisfies Record<string, Combinacion & { readonly efecto: string }>

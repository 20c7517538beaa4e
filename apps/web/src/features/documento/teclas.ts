import { TECLAS_EMISION, type TeclaConEfecto } from '../../domain/emision/teclas.ts'

const { emitir, guardar, vistaPrevia, ayuda } = TECLAS_EMISION

/** Every key of the factura's editor, in the order of its help. */
export const TECLAS = {
  emitir,
  nueva: { code: 'KeyN', alt: true, efecto: 'Nueva factura, desde cualquier pantalla' },
  guardar,
  vistaPrevia,
  cliente: { code: 'KeyC', alt: true, efecto: 'Ir al cliente' },
  lista: { code: 'KeyT', alt: true, efecto: 'Ir a la lista de precios' },
  recibido: { code: 'KeyR', alt: true, efecto: 'Ir a lo recibido' },
  ultimoPrecio: { code: 'KeyU', alt: true, efecto: 'Usar el último precio a este cliente' },
  ayuda,
} as const satisfies Record<string, TeclaConEfecto>

export type Tecla = keyof typeof TECLAS

import type { Collection, Empleado } from '@yupana/contract'
import { ROL } from '@yupana/fiscal'

export const fullName = ({ name, surname, username }: Pick<Empleado, 'name' | 'surname' | 'username'>): string =>
  `${name} ${surname}`.trim() || username

/** Purpose of each role, for the choice. */
export const ROL_WORDS: Readonly<Record<number, string>> = {
  [ROL.ADMIN]: 'Administra la empresa: ve todo y decide quién hace qué.',
  [ROL.VENDEDOR]: 'Vende: documentos, cotizaciones, guías, personas y productos.',
  [ROL.EMPLEADO]: 'Ve y hace solo lo que se le asigna.',
  [ROL.USUARIO]: 'Mira el inicio y los datos de la empresa.',
}

interface Grupo {
  label: string
  permisos: readonly { right: Collection; label: string }[]
}

/** The action rights («collections») as text, in the order of the screen. */
export const PERMISOS: readonly Grupo[] = [
  {
    label: 'Documentos',
    permisos: [
      { right: 'documento:crear', label: 'Preparar borradores' },
      { right: 'documento:emitir', label: 'Emitir y enviar' },
      { right: 'documento:anular', label: 'Anular' },
      { right: 'documento:cambiar_precio', label: 'Cambiar precios al vender' },
      { right: 'documento:descuento', label: 'Dar descuentos' },
    ],
  },
  {
    label: 'Cotizaciones',
    permisos: [
      { right: 'cotizacion:crear', label: 'Crear cotizaciones' },
      { right: 'cotizacion:editar', label: 'Editar cotizaciones' },
      { right: 'cotizacion:eliminar', label: 'Eliminar cotizaciones' },
    ],
  },
  {
    label: 'Personas',
    permisos: [
      { right: 'persona:crear', label: 'Crear personas' },
      { right: 'persona:editar', label: 'Editar personas' },
      { right: 'persona:eliminar', label: 'Eliminar personas' },
      { right: 'persona:credito', label: 'Cambiar límite y días de crédito' },
    ],
  },
  {
    label: 'Productos e inventario',
    permisos: [
      { right: 'producto:crear', label: 'Crear productos' },
      { right: 'producto:editar', label: 'Editar productos' },
      { right: 'producto:eliminar', label: 'Eliminar productos' },
      { right: 'producto:ver_costo', label: 'Ver costos' },
      { right: 'inventario:mover', label: 'Registrar movimientos' },
    ],
  },
  {
    label: 'Compras',
    permisos: [
      { right: 'compra:registrar', label: 'Registrar compras y retenciones recibidas' },
      { right: 'compra:eliminar', label: 'Eliminarlas y anularlas' },
    ],
  },
  {
    label: 'Cobros, pagos y cajas',
    permisos: [
      { right: 'pago:registrar', label: 'Registrar cobros, pagos y saldos iniciales' },
      { right: 'pago:reversar', label: 'Reversarlos' },
      { right: 'cartera:ver_pagar', label: 'Ver lo que se debe y se paga a proveedores' },
      { right: 'caja:abrir', label: 'Abrir, llevar y cerrar cajas' },
      { right: 'caja:administrar', label: 'Ver las cajas de todos, no solo la suya' },
    ],
  },
  { label: 'Declaraciones', permisos: [{ right: 'declaracion:presentar', label: 'Ajustar y registrar declaraciones' }] },
  { label: 'Tienda', permisos: [{ right: 'tienda:comprar', label: 'Comprar en la tienda' }] },
  {
    label: 'Administración',
    permisos: [
      { right: 'empresa:editar', label: 'Cambiar los datos de la empresa' },
      { right: 'certificado:administrar', label: 'Administrar la firma electrónica' },
      { right: 'serie:editar', label: 'Fijar números de serie' },
      { right: 'empleado:administrar', label: 'Administrar empleados e invitaciones' },
    ],
  },
]

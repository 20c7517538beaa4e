/** Permission codes «resource:action» (O-08, O-100): buttons follow them, the server enforces them. */
export const COLLECTIONS = [
  'documento:crear',
  'documento:emitir',
  'documento:anular',
  'documento:cambiar_precio',
  'documento:descuento',
  'cotizacion:crear',
  'cotizacion:editar',
  'cotizacion:eliminar',
  'persona:crear',
  'persona:editar',
  'persona:eliminar',
  'producto:crear',
  'producto:editar',
  'producto:eliminar',
  'producto:ver_costo',
  'inventario:mover',
  'empresa:editar',
  'certificado:administrar',
  'serie:editar',
  'empleado:administrar',
] as const
export type Collection = (typeof COLLECTIONS)[number]

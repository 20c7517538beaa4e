import { OPERACIONES_RETENCION, type CompraRetenida } from '@yupana/contract'

const OPERACIONES: Readonly<Record<CompraRetenida['operacion'], string>> = {
  BIEN: 'Bienes',
  BIEN_DEL_PRODUCTOR: 'Bienes de su productor (agro, pesca, madera)',
  MANO_DE_OBRA: 'Servicios donde predomina la mano de obra',
  HONORARIO: 'Honorarios profesionales',
  INTELECTO: 'Servicios donde predomina el intelecto',
  DIRECTORIO: 'Dietas de directorio',
  COMISION: 'Comisiones',
  ARRIENDO_INMUEBLE: 'Arriendo de inmuebles',
  ARRENDAMIENTO_MERCANTIL: 'Arrendamiento mercantil',
  TRANSPORTE: 'Transporte',
  PUBLICIDAD: 'Publicidad y comunicación',
  SEGURO: 'Seguros',
  CONSTRUCCION: 'Construcción',
  TARJETA: 'Pago con tarjeta',
  OTRO_SERVICIO: 'Otros servicios',
}
export const OPERACION_OPTIONS = OPERACIONES_RETENCION.map((value) => ({ value, label: OPERACIONES[value] }))

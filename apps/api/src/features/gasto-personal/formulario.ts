import type { ResumenGastos } from '@yupana/contract'
import { displayMonto, type Fecha, type Monto } from '@yupana/fiscal'
import type { GastosImpresos } from '@yupana/sri'

import { errors } from '../../errors.ts'

const NOTAS = [
  'Los gastos son los registrados hasta la fecha, sin IVA. Los ingresos son los que usted puso en la configuración.',
  'La rebaja usa la canasta de enero. El empleador proyecta con la de diciembre del año anterior: su cifra puede ser otra.',
  'Por confirmar con el SRI: los casilleros 113 a 115 constan en una sola fuente.',
]

const dinero = (monto: Monto | null): string => (monto === null ? '' : displayMonto(monto))

/** Documents missing in the figures: received and not classified yet. */
function sinClasificar({ por_clasificar: { documentos, total } }: ResumenGastos): string[] {
  if (documentos === 0) return []
  const cuantos = documentos === 1 ? 'Un comprobante recibido' : `${documentos} comprobantes recibidos`
  return [`${cuantos} por ${displayMonto(total)} sin IVA no ${documentos === 1 ? 'consta' : 'constan'}: falta decir de qué rubro.`]
}

/** Form SRI-GP with the figures of a year. @throws 422 without a cédula in the profile */
export function formularioOf(resumen: ResumenGastos, fecha: Fecha): GastosImpresos {
  const { anio, identificacion, nombre, situacion, categorias, gastado, rebaja } = resumen
  if (identificacion === null) throw errors.field('GASTO_A_NOMBRE', 'anio', 'Ponga su cédula en su perfil: el formulario va a su nombre.')
  const { ingresos, catastrofica, cargas } = situacion
  const casilleros = [
    ['101', 'Cédula o pasaporte', identificacion],
    ['102', `Apellidos y nombres: ${nombre}`, ''],
    ['103', 'Ingresos gravados proyectados con este empleador', dinero(ingresos)],
    ['104', 'Ingresos gravados proyectados con otros empleadores', ''],
    ['105', 'Total de ingresos proyectados (103 + 104)', dinero(ingresos)],
    ...categorias.map(
      ({ casillero, nombre: rubro, gastado: monto }) => [casillero, `Gastos de ${rubro.toLowerCase()}`, dinero(monto)] as const,
    ),
    ['112', 'Total de gastos personales (106 a 111)', dinero(gastado)],
    ['113', 'Enfermedad catastrófica, rara o huérfana, o discapacidad', catastrofica ? 'SÍ' : 'NO'],
    ['114', 'Número de cargas familiares', String(cargas)],
    ['115', 'Rebaja de impuesto a la renta por gastos personales', dinero(rebaja)],
  ] as const
  return {
    anio,
    identificacion,
    nombre,
    fecha,
    casilleros: casilleros.map(([codigo, concepto, valor]) => ({ codigo, nombre: concepto, valor })),
    notas: [...sinClasificar(resumen), ...NOTAS, ...categorias.flatMap(({ nota }) => (nota === null ? [] : [`Por confirmar: ${nota}.`]))],
  }
}

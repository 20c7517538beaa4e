import type { Contexto } from '@yupana/contract'
import { checkLiquidacion, type Fecha, type Problema, type TotalesDocumento } from '@yupana/fiscal'

import { reviseCampos } from '../../domain/emision/campos-valores.ts'
import { reviseComprador } from '../../domain/emision/comprador-valores.ts'
import { avisoFechaOf } from '../../domain/emision/fecha-emision.ts'
import { revisePagos } from '../../domain/emision/pagos-valores.ts'
import { cantonOf } from '../../domain/emision/series.ts'
import { firstOfEach, SIN_PUNTO, type Hallazgo, type Revision } from '../../domain/emision/tipo-documento.ts'
import { isEmptyLinea } from '../../domain/lineas-editor/linea-valores.ts'
import { problemasOfLineas } from '../../domain/lineas-editor/linea-problemas.ts'
import { reglasOf } from '../../domain/lineas-editor/reglas-linea.ts'
import { entradaOfLinea } from '../../domain/totales-panel/use-totales.ts'
import { currentLey } from './junta-valores.ts'
import { campoOf, condicionesDeCompra, lineasOf, totalesOfLiquidacion, type LiquidacionValores } from './liquidacion-valores.ts'

const SIN_LEY: Revision = {
  problemas: [{ campo: '', message: 'Todavía se está cargando qué corresponde retener. Inténtelo otra vez.' }],
  avisos: [],
}
const EXCEDE = 'Los valores superan el máximo que un comprobante admite.'

/** Problems of the whole document by law; payments have their own. */
function reviseLey(
  valores: LiquidacionValores,
  totales: TotalesDocumento,
  fecha: Fecha,
  ruc: string,
): { problemas: Problema[]; advertencias: Problema[] } {
  const { comprador, modo } = valores
  const { problemas, advertencias } = checkLiquidacion(
    {
      ruc,
      tipoIdentificacionProveedor: comprador?.tipo_identificacion ?? '',
      identificacionProveedor: comprador?.identificacion ?? '',
      entrada: { modo, lineas: lineasOf(valores).map(({ form }) => entradaOfLinea(form, fecha)) },
      totales,
      pagos: [],
    },
    fecha,
  )
  const isOwn = ({ campo }: Problema) => !campo.startsWith('pagos')
  return { problemas: problemas.filter(isOwn), advertencias: advertencias.filter(isOwn) }
}

/** All problems that the server would refuse, in the order of the screen; the first of each field. */
export function revisar(valores: LiquidacionValores, fecha: Fecha, contexto: Contexto): Revision {
  const { empresa, hoy, materiales } = contexto
  const reglas = reglasOf(valores.modo, fecha, condicionesDeCompra(contexto), 0, cantonOf(contexto, valores.serie))
  const { problema, aviso } = avisoFechaOf(valores.fecha_emision, hoy, empresa.dias_fecha_anterior)
  const comprador = reviseComprador(valores, 'Elija el proveedor.')
  const totales = totalesOfLiquidacion(valores, fecha)
  const filas = lineasOf(valores).map(({ fila }) => fila)
  const ley = totales && valores.comprador ? reviseLey(valores, totales, fecha, empresa.ruc) : { problemas: [], advertencias: [] }
  const named = ({ campo, mensaje }: Problema): Hallazgo => ({
    campo: campo === 'identificacionProveedor' ? 'comprador' : campoOf(campo, filas, valores),
    message: mensaje,
  })
  const pagos = totales ? revisePagos(valores.pagos, totales.importeTotal, fecha) : { problemas: [], avisos: [] }
  const legales = ley.problemas.map(named)
  const junta =
    totales && valores.comprador ? (currentLey()?.reviseJunta(valores, totales, fecha, contexto) ?? SIN_LEY) : { problemas: [], avisos: [] }
  return {
    problemas: firstOfEach([
      ...comprador.problemas,
      ...legales.filter(({ campo }) => campo === 'comprador'),
      ...(problema === undefined ? [] : [{ campo: 'fecha_emision', message: problema }]),
      ...(valores.serie === '' ? [SIN_PUNTO] : []),
      ...problemasOfLineas(valores.lineas, reglas, materiales),
      ...(valores.lineas.every(isEmptyLinea) ? [{ campo: 'lineas.0.codigo', message: 'Agregue al menos una línea.' }] : []),
      ...(totales ? [] : [{ campo: 'lineas.0.precio', message: EXCEDE }]),
      ...legales.filter(({ campo }) => campo !== 'comprador'),
      ...pagos.problemas,
      ...junta.problemas,
      ...reviseCampos(valores.info_adicional),
    ]),
    avisos: [
      ...new Set([
        ...(aviso === undefined ? [] : [aviso]),
        ...comprador.avisos,
        ...ley.advertencias.map(({ mensaje }) => mensaje),
        ...pagos.avisos,
        ...junta.avisos,
      ]),
    ],
  }
}

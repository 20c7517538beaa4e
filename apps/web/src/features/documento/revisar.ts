import type { Contexto } from '@yupana/contract'
import {
  checkConsumidorFinal,
  checkNegocioPopular,
  checkPropina,
  CODIGOS_TRANSPORTE,
  isPlaca,
  isPlacaSri,
  parseEntrada,
  parseNumero,
  type Fecha,
  type Problema,
  type TotalesDocumento,
} from '@yupana/fiscal'

import { reviseCampos } from '../../domain/emision/campos-valores.ts'
import { isConsumidorFinal, reviseComprador } from '../../domain/emision/comprador-valores.ts'
import { avisoFechaOf } from '../../domain/emision/fecha-emision.ts'
import { revisePagos } from '../../domain/emision/pagos-valores.ts'
import { cantonOf } from '../../domain/emision/series.ts'
import { SIN_PUNTO, type Hallazgo, type Revision } from '../../domain/emision/tipo-documento.ts'
import { isEmptyLinea, lineaFormOf } from '../../domain/lineas-editor/linea-valores.ts'
import { problemasOfLineas } from '../../domain/lineas-editor/linea-problemas.ts'
import { reglasOf } from '../../domain/lineas-editor/reglas-linea.ts'
import { entradaOfLinea } from '../../domain/totales-panel/use-totales.ts'
import { totalesOf, type FacturaValores } from './factura-valores.ts'

const asHallazgo =
  (campo: (campo: string) => string) =>
  (problema: Problema): Hallazgo => ({ campo: campo(problema.campo), message: problema.mensaje })

function reviseAdicional({ guia_remision: guia, placa, info_adicional: campos }: FacturaValores): Hallazgo[] {
  return [
    ...(guia.trim() !== '' && (!guia.includes('-') || !parseNumero(guia.trim()))
      ? [{ campo: 'guia_remision', message: 'Escriba la guía como 001-001-000000123.' }]
      : []),
    ...(placa.trim() !== '' && !isPlaca(placa.trim()) && !isPlacaSri(placa.trim())
      ? [{ campo: 'placa', message: 'Ingrese una placa válida.' }]
      : []),
    ...reviseCampos(campos),
  ]
}

function revisePropina({ propina }: FacturaValores, totales: TotalesDocumento, fecha: Fecha): Hallazgo[] {
  const entrada = propina.trim() === '' ? undefined : parseEntrada(propina, 2)
  if (entrada && !entrada.ok) return [{ campo: 'propina', message: entrada.problem }]
  return checkPropina(totales, fecha).map(asHallazgo(() => 'propina'))
}

/** Lines added after commercial transport was chosen have no code yet. */
function avisosTransporte({ lineas }: FacturaValores): string[] {
  const isCodificada = ({ codigo_auxiliar: codigo }: FacturaValores['lineas'][number]) => CODIGOS_TRANSPORTE.includes(codigo)
  const sinCodigo = lineas.flatMap((linea, at) => (isEmptyLinea(linea) || isCodificada(linea) ? [] : [at + 1]))
  return sinCodigo.length > 0 && lineas.some(isCodificada) ? [`Líneas sin el código de transporte comercial: ${sinCodigo.join(', ')}.`] : []
}

/** Rows in the editor of the sent lines. */
const filasOf = ({ lineas }: FacturaValores) => lineas.flatMap((linea, fila) => (isEmptyLinea(linea) || !lineaFormOf(linea) ? [] : [fila]))

/** All problems that the server would refuse, in the order of the screen; `fecha` is the day of issue. */
export function revisar(valores: FacturaValores, fecha: Fecha, contexto: Contexto): Revision {
  const totales = totalesOf(valores, fecha)
  const { condiciones, materiales, empresa, hoy } = contexto
  const reglas = reglasOf(valores.modo, fecha, condiciones, 0, cantonOf(contexto, valores.serie))
  const filas = filasOf(valores)
  const { problema, aviso } = avisoFechaOf(valores.fecha_emision, hoy, empresa.dias_fecha_anterior)
  const comprador = reviseComprador(valores, 'Elija el cliente, o consumidor final.')
  const problemas: Hallazgo[] = [...comprador.problemas]
  if (problema !== undefined) problemas.push({ campo: 'fecha_emision', message: problema })
  if (valores.serie === '') problemas.push(SIN_PUNTO)
  problemas.push(...problemasOfLineas(valores.lineas, reglas, materiales))
  const avisos = [
    ...(aviso === undefined ? [] : [aviso]),
    ...comprador.avisos,
    ...valores.lineas.flatMap((linea) => linea.aviso ?? []),
    ...avisosTransporte(valores),
  ]
  if (valores.lineas.every(isEmptyLinea)) problemas.push({ campo: 'lineas.0.codigo', message: 'Agregue al menos una línea.' })
  if (!totales) problemas.push({ campo: 'lineas.0.precio', message: 'Los valores superan el máximo que un comprobante admite.' })
  else {
    if (reglas.negocioPopular) {
      const entradas = filas.flatMap((fila) => {
        const form = valores.lineas[fila] && lineaFormOf(valores.lineas[fila])
        return form ? [entradaOfLinea(form, fecha)] : []
      })
      problemas.push(
        ...checkNegocioPopular(entradas).map(asHallazgo((campo) => campo.replace(/\d+/, (at) => String(filas[Number(at)] ?? at)))),
      )
    }
    problemas.push(...revisePropina(valores, totales, fecha))
    const techo = isConsumidorFinal(valores.comprador) ? checkConsumidorFinal(totales.importeTotal, fecha) : undefined
    if (techo) problemas.unshift({ campo: 'comprador', message: techo.mensaje })
    const pagos = revisePagos(valores.pagos, totales.importeTotal, fecha)
    problemas.push(...pagos.problemas)
    avisos.push(...pagos.avisos)
  }
  problemas.push(...reviseAdicional(valores))
  return { problemas, avisos }
}

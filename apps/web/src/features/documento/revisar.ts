import type { Contexto } from '@yupana/contract'
import {
  checkConsumidorFinal, checkIdentificacion, checkNegocioPopular, checkPagos, checkPropina, checkTexto, isPlaca, normalizeTexto, parseEntrada, parseNumero,
  SOLO_NUMEROS, type Problema, type TotalesDocumento,
} from '@yupana/fiscal'

import { isEmptyLinea, lineaFormOf } from '../../domain/lineas-editor/linea-valores.ts'
import { problemasOfLineas } from '../../domain/lineas-editor/linea-problemas.ts'
import { reglasOf } from '../../domain/lineas-editor/reglas-linea.ts'
import { entradaOfLinea } from '../../domain/totales-panel/use-totales.ts'
import { avisoFechaOf } from './fecha-emision.ts'
import { cantonOf, isConsumidorFinal, totalesOfPagos, wrongCorreo, type FacturaValores } from './factura-valores.ts'

/** What stands in the way of issuing, at the field it is about. */
export interface Hallazgo {
  /** Path in the form; empty when it is the whole. */
  campo: string
  message: string
}

export interface Revision {
  problemas: Hallazgo[]
  /** Worth a second look; they do not block. */
  avisos: string[]
}

const MAX_VALOR = 300
const REQUERIDO = 'Este campo es requerido.'

const asHallazgo = (campo: (campo: string) => string) => (problema: Problema): Hallazgo => ({ campo: campo(problema.campo), message: problema.mensaje })

function reviseComprador({ comprador, correos }: FacturaValores): Revision {
  const wrong = wrongCorreo(correos)
  const problemas: Hallazgo[] = wrong === undefined ? [] : [{ campo: 'correos', message: `Ingrese un correo válido. Revise «${wrong}».` }]
  if (!comprador) return { problemas: [{ campo: 'comprador', message: 'Elija el cliente, o consumidor final.' }, ...problemas], avisos: [] }
  const { valid, problem, warning } = checkIdentificacion(comprador.tipo_identificacion, comprador.identificacion)
  if (!valid) problemas.unshift({ campo: 'comprador', message: problem ?? 'Identificación no válida.' })
  return { problemas, avisos: warning ? [warning] : [] }
}

function revisePagos({ pagos }: FacturaValores, total: number, fecha: string): Revision {
  const unread = pagos.flatMap(({ total: text }, at): Hallazgo[] => {
    const entrada = text.trim() === '' ? undefined : parseEntrada(text, 2)
    return entrada && !entrada.ok ? [{ campo: `pagos.${at}.total`, message: entrada.problem }] : []
  })
  const plazos = pagos.flatMap(({ plazo }, at): Hallazgo[] =>
    /^\d{0,5}$/.test(plazo.trim()) ? [] : [{ campo: `pagos.${at}.plazo`, message: SOLO_NUMEROS }])
  const totales = totalesOfPagos(pagos, total)
  const { problemas, advertencias } = checkPagos(pagos.map(({ forma_pago: formaPago }, at) => ({ formaPago, total: totales[at] ?? 0 })), total, fecha)
  const named = asHallazgo((campo) => campo.replace('formaPago', 'forma_pago'))
  return { problemas: [...plazos, ...(unread.length > 0 ? unread : problemas.map(named))], avisos: advertencias.map(({ mensaje }) => mensaje) }
}

function reviseTexto(campo: string, text: string): Hallazgo[] {
  const message = text.trim() === '' ? REQUERIDO : checkTexto(normalizeTexto(text), { max: MAX_VALOR })
  return message === undefined ? [] : [{ campo, message }]
}

function reviseAdicional({ guia_remision: guia, placa, info_adicional: campos }: FacturaValores): Hallazgo[] {
  return [
    ...(guia.trim() !== '' && (!guia.includes('-') || !parseNumero(guia.trim())) ? [{ campo: 'guia_remision', message: 'Escriba la guía como 001-001-000000123.' }] : []),
    ...(placa.trim() !== '' && !isPlaca(placa.trim()) ? [{ campo: 'placa', message: 'Ingrese una placa válida.' }] : []),
    ...campos.flatMap(({ nombre, valor }, at) =>
      nombre.trim() === '' && valor.trim() === '' ? [] : [...reviseTexto(`info_adicional.${at}.nombre`, nombre), ...reviseTexto(`info_adicional.${at}.valor`, valor)]),
  ]
}

function revisePropina({ propina }: FacturaValores, totales: TotalesDocumento, fecha: string): Hallazgo[] {
  const entrada = propina.trim() === '' ? undefined : parseEntrada(propina, 2)
  if (entrada && !entrada.ok) return [{ campo: 'propina', message: entrada.problem }]
  return checkPropina(totales, fecha).map(asHallazgo(() => 'propina'))
}

/** The place in the editor of the lines that are sent. */
const filasOf = ({ lineas }: FacturaValores) => lineas.flatMap((linea, fila) => (isEmptyLinea(linea) || !lineaFormOf(linea) ? [] : [fila]))

/** Everything that the server would refuse, in the order of the screen; `fecha` is the day it would be issued. */
export function revisar(valores: FacturaValores, totales: TotalesDocumento | undefined, fecha: string, contexto: Contexto): Revision {
  const { condiciones, materiales, empresa, hoy } = contexto
  const reglas = reglasOf(valores.modo, fecha, condiciones, 0, cantonOf(contexto, valores.serie))
  const filas = filasOf(valores)
  const { problema, aviso } = avisoFechaOf(valores.fecha_emision, hoy, empresa.dias_fecha_anterior)
  const comprador = reviseComprador(valores)
  const problemas: Hallazgo[] = [...comprador.problemas]
  if (problema !== undefined) problemas.push({ campo: 'fecha_emision', message: problema })
  if (valores.serie === '') problemas.push({ campo: 'serie', message: 'No tiene un punto de emisión activo: pida que le asignen uno.' })
  problemas.push(...problemasOfLineas(valores.lineas, reglas, materiales))
  const avisos = [...(aviso === undefined ? [] : [aviso]), ...comprador.avisos]
  if (valores.lineas.every(isEmptyLinea)) problemas.push({ campo: 'lineas.0.codigo', message: 'Agregue al menos una línea.' })
  if (!totales) problemas.push({ campo: 'lineas.0.precio', message: 'Los valores superan el máximo que un comprobante admite.' })
  else {
    if (reglas.negocioPopular) {
      const entradas = filas.flatMap((fila) => {
        const form = valores.lineas[fila] && lineaFormOf(valores.lineas[fila])
        return form ? [entradaOfLinea(form, fecha)] : []
      })
      problemas.push(...checkNegocioPopular(entradas).map(asHallazgo((campo) => campo.replace(/\d+/, (at) => String(filas[Number(at)] ?? at)))))
    }
    problemas.push(...revisePropina(valores, totales, fecha))
    const techo = isConsumidorFinal(valores.comprador) ? checkConsumidorFinal(totales.importeTotal, fecha) : undefined
    if (techo) problemas.unshift({ campo: 'comprador', message: techo.mensaje })
    const pagos = revisePagos(valores, totales.importeTotal, fecha)
    problemas.push(...pagos.problemas)
    avisos.push(...pagos.avisos)
  }
  problemas.push(...reviseAdicional(valores))
  return { problemas, avisos }
}

import type { Contexto } from '@yupana/contract'
import { displayMonto, displayNumero, LEYENDA_RIMPE, nombreFormaPago, type TotalesDocumento } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'

import { BlobImage } from '../../components/blob-image.tsx'
import { isEmptyLinea, lineaFormOf } from '../../domain/lineas-editor/linea-valores.ts'
import { filasOfTotales } from '../../domain/totales-panel/totales-filas.ts'
import { fechaText } from '../../lib/format.ts'
import { logoQuery } from './documento.queries.ts'
import { correosOf, totalesOfPagos, type FacturaValores } from './factura-valores.ts'
import classes from './vista-previa.module.css'

const AMBIENTE = { SIMULADOR: 'PRUEBAS', PRUEBAS: 'PRUEBAS', PRODUCCION: 'PRODUCCIÓN' } as const

interface VistaPreviaProps {
  contexto: Contexto
  numero: string
  totales: TotalesDocumento | undefined
  negocioPopular: boolean
}

/** The invoice as it will be printed, from what is typed; it follows the RIDE. */
export function VistaPrevia({ contexto, numero, totales, negocioPopular }: VistaPreviaProps) {
  const valores = useDeferredValue(useWatch<FacturaValores>() as FacturaValores)
  return (
    <div className={classes.hoja} aria-label="Vista previa" role="region">
      <div className={classes.pagina}>
        <p className={classes.marca}>BORRADOR — SIN VALIDEZ TRIBUTARIA</p>
        <Cabecera contexto={contexto} numero={numero} fecha={valores.fecha_emision} />
        <Comprador valores={valores} />
        <Detalle valores={valores} totales={totales} />
        <div className={classes.cierre}>
          <div>
            <Adicional valores={valores} />
            <Pagos valores={valores} total={totales?.importeTotal ?? 0} />
          </div>
          {totales && <Totales totales={totales} negocioPopular={negocioPopular} />}
        </div>
      </div>
    </div>
  )
}

function Cabecera({ contexto: { empresa, ambiente, condiciones }, numero, fecha }: { contexto: Contexto; numero: string; fecha: string }) {
  const regimen = condiciones.find(({ tipo, desde, hasta }) => tipo === 'REGIMEN' && desde <= fecha && (hasta === null || hasta >= fecha))?.valor
  const leyenda = regimen === 'RIMPE' ? LEYENDA_RIMPE.EMPRENDEDOR : regimen === 'NEGOCIO_POPULAR' ? LEYENDA_RIMPE.NEGOCIO_POPULAR : undefined
  return (
    <div className={classes.cabecera}>
      <div className={classes.caja}>
        {empresa.tiene_logo && <Logo />}
        <p className={classes.emisor}>{empresa.nombre_comercial ?? empresa.razon_social}</p>
        <p>{empresa.razon_social}</p>
        <p>Matriz: {empresa.dir_matriz}</p>
        <p>Obligado a llevar contabilidad: {empresa.obligado_contabilidad ? 'SÍ' : 'NO'}</p>
        {leyenda && <p>{leyenda}</p>}
      </div>
      <div className={classes.caja}>
        <p>RUC {empresa.ruc}</p>
        <p className={classes.titulo}>FACTURA</p>
        <p>No. {numero}</p>
        <p>
          <span className={classes.rotulo}>Número de autorización</span>
          <br />
          se asigna al emitir
        </p>
        <p>Ambiente: {AMBIENTE[ambiente]}</p>
        <p>Emisión: NORMAL</p>
        <p className={classes.rotulo}>Clave de acceso</p>
        <p className={classes.clave}>se asigna al emitir</p>
      </div>
    </div>
  )
}

function Logo() {
  const { data } = useQuery(logoQuery())
  return data ? <BlobImage blob={data} alt="" className={classes.logo} /> : null
}

const Comprador = ({ valores: { comprador, fecha_emision, guia_remision } }: { valores: FacturaValores }) => (
  <div className={classes.caja}>
    <p>Razón social: {comprador?.razon_social ?? ''}</p>
    <p>Identificación: {comprador?.identificacion ?? ''}</p>
    <p>Fecha de emisión: {fecha_emision === '' ? '' : fechaText(fecha_emision)}</p>
    {comprador?.direccion && <p>Dirección: {comprador.direccion}</p>}
    {guia_remision !== '' && <p>Guía de remisión: {guia_remision}</p>}
  </div>
)

function Detalle({ valores, totales }: { valores: FacturaValores; totales: TotalesDocumento | undefined }) {
  const lineas = valores.lineas.filter((linea) => !isEmptyLinea(linea) && lineaFormOf(linea))
  return (
    <table className={classes.detalle}>
      <thead>
        <tr>
          <th>Código</th>
          <th>Descripción</th>
          <th>Cant.</th>
          <th>P. unitario</th>
          <th>Desc.</th>
          <th>Total</th>
        </tr>
      </thead>
      <tbody>
        {lineas.map((linea, at) => {
          const total = totales?.lineas[at]
          return (
            <tr key={at}>
              <td>{linea.codigo}</td>
              <td>{linea.descripcion}</td>
              <td>{total && displayNumero(total.cantidad)}</td>
              <td>{total && displayNumero(total.precioUnitario, 2)}</td>
              <td>{total && displayNumero(total.descuento, 2)}</td>
              <td>{total && displayNumero(total.precioTotalSinImpuesto, 2)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const Adicional = ({ valores: { correos, comprador, info_adicional } }: { valores: FacturaValores }) => (
  <div className={classes.caja}>
    <p className={classes.rotulo}>Información adicional</p>
    {correosOf(correos).length > 0 && <p>Email: {correosOf(correos).join(', ')}</p>}
    {comprador?.telefono && <p>Teléfono: {comprador.telefono}</p>}
    {info_adicional.map(({ nombre, valor }, at) => nombre !== '' && <p key={at}>{`${nombre}: ${valor}`}</p>)}
  </div>
)

function Pagos({ valores: { pagos }, total }: { valores: FacturaValores; total: number }) {
  const totales = totalesOfPagos(pagos, total)
  return (
    <div className={classes.caja}>
      <p className={classes.rotulo}>Forma de pago</p>
      {pagos.map(({ forma_pago, plazo, unidad_tiempo }, at) => (
        <p key={at}>
          {nombreFormaPago(forma_pago)}: {displayMonto(totales[at] ?? 0)}
          {plazo !== '' && ` · ${plazo} ${unidad_tiempo}`}
        </p>
      ))}
    </div>
  )
}

const Totales = ({ totales, negocioPopular }: { totales: TotalesDocumento; negocioPopular: boolean }) => (
  <table className={classes.totales}>
    <tbody>
      {[...filasOfTotales(totales, negocioPopular), { label: 'Valor total', monto: totales.importeTotal }].map(({ label, monto }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{displayMonto(monto)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

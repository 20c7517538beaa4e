import type { MovimientoDetalle } from '@yupana/contract'
import {
  COD_DOC,
  CONCEPTO_KARDEX_LABEL,
  conceptoMovimientoText,
  displayMonto,
  displayNumero,
  NOMBRE_COMPROBANTE,
  TIPO_MOVIMIENTO_LABEL,
} from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'

import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RecordTabs } from '../../domain/auditoria/record-tabs.tsx'
import { guiaOfTransferencia } from '../../domain/emision/rutas.ts'
import { fechaText, momentoText } from '../../lib/formato/format.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'
import classes from './movimiento.module.css'
import { MovimientoFormPage } from './movimiento-form.tsx'
import { bodegasText, documentoPath, EstadoChip, kardexPath } from './movimiento-words.tsx'
import { movimientoQuery, recibirMovimiento } from './movimiento.queries.ts'

/** `/movimiento/registro` and `/movimiento/{uuid}`. */
export function MovimientoPage() {
  const { uuid = '' } = useParams()
  return uuid === 'registro' ? <MovimientoFormPage key="registro" /> : <Detalle key={uuid} id={uuid} />
}

function Detalle({ id }: { id: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(movimientoQuery(id))
  const [isBusy, recibir] = useBusy(() => recibirMovimiento(id))
  if (!data)
    return (
      <>
        <PageHeader title="Movimiento" />
        {error && (
          <LoadFailure
            reason="No se pudo abrir este movimiento."
            onRetry={() => void refetch()}
            onBack={() => void navigate('/movimiento')}
          />
        )}
      </>
    )
  return (
    <>
      <PageHeader title={`${TIPO_MOVIMIENTO_LABEL[data.tipo]} del ${fechaText(data.fecha)}`}>
        <LinkButton to="/movimiento" variant="default">
          Movimientos
        </LinkButton>
        {data.tipo === 'TRANSFERENCIA' && hasRight('documento:emitir') && hasScreen('/guia_remision') && (
          <LinkButton to={guiaOfTransferencia(id)} variant="default">
            {NOMBRE_COMPROBANTE[COD_DOC.GUIA_REMISION]}
          </LinkButton>
        )}
        {data.estado === 'EN_TRANSITO' && hasRight('inventario:mover') && (
          <Button busy={isBusy} busyLabel="Recibiendo…" onClick={() => void recibir().catch(() => undefined)}>
            Recibir
          </Button>
        )}
      </PageHeader>
      <RecordTabs label="Secciones del movimiento" base="/movimiento" id={id}>
        <Resumen movimiento={data} />
        <Lineas movimiento={data} />
      </RecordTabs>
    </>
  )
}

function Resumen({ movimiento }: { movimiento: MovimientoDetalle }) {
  const { documento, motivo, referencia, usuario, creado_en: en, recibido_en: recibido, recibido_por: por } = movimiento
  const facts: [string, React.ReactNode][] = [
    ['Concepto', conceptoMovimientoText(movimiento)],
    ['Bodega', bodegasText(movimiento)],
    ['Estado', <EstadoChip key="estado" estado={movimiento.estado} />],
    ...(documento
      ? ([
          [
            documento.es_compra ? 'Compra' : 'Documento',
            <Link key="documento" to={documentoPath(documento)}>
              {documento.numero}
            </Link>,
          ],
          ['Cliente o proveedor', documento.tercero],
        ] as [string, React.ReactNode][])
      : []),
    ...(motivo === null ? [] : ([['Motivo', motivo]] as [string, string][])),
    ...(referencia === null ? [] : ([['Referencia', referencia]] as [string, string][])),
    ['Registrado', `${momentoText(en)}${usuario === null ? '' : ` · ${usuario}`}`],
    ...(recibido === null ? [] : ([['Recibido', `${momentoText(recibido)}${por === null ? '' : ` · ${por}`}`]] as [string, string][])),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

function Lineas({ movimiento: { detalle, bodega_destino: destino } }: { movimiento: MovimientoDetalle }) {
  const seesCost = detalle.some(({ valor }) => valor !== null)
  return (
    <div className={classes.scroll} role="region" aria-label="Productos" tabIndex={0}>
      <table className={classes.tabla}>
        <thead>
          <tr>
            <th scope="col">Producto</th>
            <th scope="col">Concepto</th>
            {destino && <th scope="col">Bodega</th>}
            {['Cantidad', ...(seesCost ? ['Costo unitario', 'Valor'] : []), 'Saldo'].map((header) => (
              <th key={header} scope="col" data-align="end">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {detalle.map((linea) => (
            <tr key={linea.n}>
              <td>
                <Link to={kardexPath(linea.producto.id, linea.bodega.id)}>{linea.producto.name}</Link>{' '}
                <span className={classes.codigo}>{linea.producto.code}</span>
              </td>
              <td>{CONCEPTO_KARDEX_LABEL[linea.concepto]}</td>
              {destino && <td>{linea.bodega.name}</td>}
              <td data-align="end">{displayNumero(linea.cantidad)}</td>
              {seesCost && <td data-align="end">{linea.costo_unitario === null ? '—' : `$${displayNumero(linea.costo_unitario, 2)}`}</td>}
              {seesCost && <td data-align="end">{linea.valor === null ? '—' : displayMonto(linea.valor)}</td>}
              <td data-align="end">{displayNumero(linea.saldo_cantidad)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

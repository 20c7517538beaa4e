import { exportPrecios, historicalPrices, PERIODO_PRECIO, TIPO_PRECIO, type PrecioHistorico, type Producto } from '@yupana/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ExportButton } from '../../components/data-table/export-button.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { exportQuery } from '../../domain/listado/export-list.ts'
import { priceText } from '../../domain/producto/precio-text.ts'
import { fechaText, momentoText, today } from '../../lib/formato/format.ts'
import { fetchData } from '../../lib/http/http.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { PrecioGrafico } from './precio-grafico.tsx'
import classes from './precios.module.css'

const PUNTOS = 12

const PERIODOS = [
  { value: String(PERIODO_PRECIO.DIARIO), label: 'Diario' },
  { value: String(PERIODO_PRECIO.SEMANAL), label: 'Semanal' },
  { value: String(PERIODO_PRECIO.MENSUAL), label: 'Mensual' },
  { value: String(PERIODO_PRECIO.ANUAL), label: 'Anual' },
]
const TIPOS = [
  { value: String(TIPO_PRECIO.VENTA), label: 'Precio de venta' },
  { value: String(TIPO_PRECIO.GASTO), label: 'Costo' },
]

const preciosQuery = (id: string, periodo: string, tipo: string) =>
  queryOptions({
    queryKey: ['producto-precios', id, periodo, tipo],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      fetchData(historicalPrices, {
        params: { n: String(PUNTOS), t: periodo },
        query: { fecha: today(), tipo, id_producto: id },
        signal,
      }),
  })

/** Prices or costs of a product over time, and who changed them. */
export function Precios({ producto: { id, code } }: { producto: Producto }) {
  const [periodo, setPeriodo] = useState(String(PERIODO_PRECIO.MENSUAL))
  const [tipo, setTipo] = useState(String(TIPO_PRECIO.VENTA))
  const { data, isError, refetch } = useQuery(preciosQuery(id, periodo, tipo))
  return (
    <section className={classes.card} aria-label="Historial de precios">
      <div className={classes.tools}>
        <NativeSelect label="Período" value={periodo} data={PERIODOS} onChange={(event) => setPeriodo(event.currentTarget.value)} />
        {hasRight('producto:ver_costo') && (
          <NativeSelect label="Qué" value={tipo} data={TIPOS} onChange={(event) => setTipo(event.currentTarget.value)} />
        )}
        <ExportButton
          onExport={(formato) => exportQuery({ call: exportPrecios, nombre: `precios-${code}`, query: { producto_id: id, tipo } }, formato)}
        />
      </div>
      {isError && !data && <PartFailure reason="No se pudo cargar el historial de precios." onRetry={refetch} />}
      {!data && !isError && <Skeleton label="Cargando el historial de precios" lines={['100%', '80%', '60%']} />}
      {data && <Historia historia={data} />}
    </section>
  )
}

function Historia({ historia: { puntos, cambios } }: { historia: PrecioHistorico }) {
  if (puntos.every(({ valor }) => valor === null)) return <p className={classes.quiet}>No hay precios en estos períodos.</p>
  return (
    <>
      <PrecioGrafico
        puntos={puntos}
        label={`Precio al final de cada uno de los últimos ${puntos.length} períodos; las cifras están en la tabla`}
      />
      <details>
        <summary>Ver como tabla</summary>
        <div className={classes.scroll} role="region" aria-label="Precios por período" tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Desde</th>
                <th scope="col">Hasta</th>
                <th scope="col" data-end>
                  Al final
                </th>
              </tr>
            </thead>
            <tbody>
              {puntos.map(({ desde, hasta, valor }) => (
                <tr key={desde}>
                  <td>{fechaText(desde)}</td>
                  <td>{fechaText(hasta)}</td>
                  <td data-end>{valor === null ? '—' : priceText(valor)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <h2>Quién lo cambió</h2>
      <div className={classes.scroll} role="region" aria-label="Cambios de precio" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Cuándo</th>
              <th scope="col" data-end>
                Antes
              </th>
              <th scope="col" data-end>
                Después
              </th>
              <th scope="col">Quién</th>
            </tr>
          </thead>
          <tbody>
            {cambios.map(({ en, antes, valor, usuario }) => (
              <tr key={`${en} ${valor}`}>
                <td>{momentoText(en)}</td>
                <td data-end>{antes === null ? '—' : priceText(antes)}</td>
                <td data-end>{priceText(valor)}</td>
                <td>{usuario ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

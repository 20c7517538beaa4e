import { MAX_CANTIDAD_TIENDA, type Tienda, type TiendaProducto } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { Button, IconButton } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { Totales } from './totales.tsx'
import classes from './tienda.module.css'
import { order, putEnCarrito, tiendaQuery } from './tienda.queries.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** `/tienda`: what is sold today, the cart, and its order. */
export function TiendaPage() {
  const navigate = useNavigate()
  const { data, isError, refetch } = useQuery(tiendaQuery())
  return (
    <>
      <PageHeader title="Tienda">
        <LinkButton to="/historial_compras" variant="default">
          Historial de Compras
        </LinkButton>
      </PageHeader>
      {isError && !data && (
        <LoadFailure reason="No se pudo abrir la tienda." onRetry={() => void refetch()} onBack={() => void navigate('/')} />
      )}
      {!data && !isError && <Skeleton label="Cargando" lines={['60%', '100%', '80%']} />}
      {data && <Estantes tienda={data} />}
    </>
  )
}

function Estantes({ tienda: { productos, carrito } }: { tienda: Tienda }) {
  const [q, setQ] = useState('')
  const [params, setParams] = useSearchParams()
  const firma = params.get('firma')
  const compra = hasRight('tienda:comprar')
  const found = productos.filter(
    ({ nombre, descripcion, firma_tipo, firma_anios }) =>
      (firma === null || firma === `${firma_tipo}-${firma_anios}`) && plain(`${nombre} ${descripcion}`).includes(plain(q.trim())),
  )
  if (productos.length === 0) return <p>Por ahora no hay nada a la venta.</p>
  return (
    <div className={classes.pagina}>
      <section className={classes.estantes} aria-label="Productos">
        <TextInput label="Buscar" placeholder="Firma, plan, declaración" value={q} onChange={(event) => setQ(event.currentTarget.value)} />
        {firma !== null && (
          <p className={classes.filtro}>
            {found.length === 0 ? 'Hoy no se vende la firma de su solicitud.' : 'La firma que pide su solicitud.'}
            <Button variant="subtle" onClick={() => setParams({}, { replace: true })}>
              Ver toda la tienda
            </Button>
          </p>
        )}
        {firma === null && found.length === 0 && <p role="status">No se encontraron registros</p>}
        <ul className={classes.productos}>
          {found.map((producto) => (
            <Producto
              key={producto.id}
              producto={producto}
              canBuy={compra}
              cantidad={carrito.lineas.find(({ producto_id }) => producto_id === producto.id)?.cantidad ?? 0}
            />
          ))}
        </ul>
      </section>
      <Carrito carrito={carrito} canBuy={compra} />
    </div>
  )
}

function Producto({ producto, cantidad, canBuy }: { producto: TiendaProducto; cantidad: number; canBuy: boolean }) {
  const [isBusy, run] = useBusy((wanted: number) => untilRefused(putEnCarrito(producto.id, wanted)))
  const { nombre, descripcion, precio, vigente_hasta } = producto
  return (
    <li className={classes.producto}>
      <h2>{nombre}</h2>
      {descripcion !== '' && <p className={classes.nota}>{descripcion}</p>}
      <p className={classes.precio}>
        {displayMonto(precio)} <span className={classes.nota}>+ IVA</span>
      </p>
      {vigente_hasta !== null && <p className={classes.nota}>Precio hasta el {fechaText(vigente_hasta)}</p>}
      {canBuy && (
        <Button
          variant="default"
          busy={isBusy}
          busyLabel="Agregando…"
          disabled={cantidad >= MAX_CANTIDAD_TIENDA}
          aria-label={`Agregar ${nombre}`}
          onClick={() => void run(cantidad + 1)}
        >
          {cantidad === 0 ? 'Agregar' : `Agregar otro (${cantidad})`}
        </Button>
      )}
    </li>
  )
}

function Carrito({ carrito, canBuy }: { carrito: Tienda['carrito']; canBuy: boolean }) {
  const navigate = useNavigate()
  const [keyFor] = useState(createSendingKey)
  const [isBusy, buy] = useBusy(() =>
    untilRefused(order(carrito.total, keyFor([carrito, 'orden'])).then(({ id }) => void navigate(`/historial_compras?orden=${id}`))),
  )
  const set = (producto: string, cantidad: number) => void untilRefused(putEnCarrito(producto, cantidad))
  return (
    <section className={classes.carrito} aria-label="Carrito">
      <h2>Carrito</h2>
      {carrito.lineas.length === 0 ? (
        <p className={classes.nota}>{canBuy ? 'Su carrito está vacío.' : 'Pida a un administrador el permiso para comprar.'}</p>
      ) : (
        <>
          <ul className={classes.lineas}>
            {carrito.lineas.map(({ producto_id, nombre, cantidad, subtotal }) => (
              <li key={producto_id}>
                <span>{nombre}</span>
                <span className={classes.cantidad}>
                  <IconButton
                    label={cantidad === 1 ? `Quitar ${nombre}` : `Uno menos: ${nombre}`}
                    onClick={() => set(producto_id, cantidad - 1)}
                  >
                    {cantidad === 1 ? <IconTrash size={16} /> : <IconMinus size={16} />}
                  </IconButton>
                  {cantidad}
                  <IconButton label={`Uno más: ${nombre}`} onClick={() => set(producto_id, Math.min(cantidad + 1, MAX_CANTIDAD_TIENDA))}>
                    <IconPlus size={16} />
                  </IconButton>
                </span>
                <span className={classes.valor}>{displayMonto(subtotal)}</span>
              </li>
            ))}
          </ul>
          <Totales {...carrito} />
          <Button busy={isBusy} busyLabel="Registrando…" onClick={() => void buy()}>
            Pagar
          </Button>
          <p className={classes.nota}>Se registra la orden y se le muestran los datos para transferir. Tiene 15 días para pagarla.</p>
        </>
      )}
    </section>
  )
}

import { MAX_CANTIDAD_TIENDA, type OrdenLinea, type PeriodoComprable, type Tienda, type TiendaOferta } from '@yupana/contract'
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
import { Cupon } from './cupon.tsx'
import { antesDe, claveDeLinea } from './orden-words.tsx'
import { PeriodoDialog } from './periodo-dialog.tsx'
import { Totales } from './totales.tsx'
import classes from './tienda.module.css'
import { fetchPeriodos, order, putEnCarrito, tiendaQuery } from './tienda.queries.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** `/tienda`: today's products, the cart, and its order. */
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
            <Producto key={producto.id} producto={producto} canBuy={compra} lineas={carrito.lineas} />
          ))}
        </ul>
      </section>
      <Carrito carrito={carrito} canBuy={compra} />
    </div>
  )
}

interface ProductoProps {
  producto: TiendaOferta
  /** Lines of the cart. */
  lineas: readonly OrdenLinea[]
  canBuy: boolean
}

function Producto({ producto, lineas, canBuy }: ProductoProps) {
  const { nombre, descripcion, precio, acordado, vigente_hasta } = producto
  return (
    <li className={classes.producto}>
      <h2>{nombre}</h2>
      {descripcion !== '' && <p className={classes.nota}>{descripcion}</p>}
      <p className={classes.precio}>
        {acordado !== null && acordado < precio && <s className={classes.nota}>{displayMonto(precio)}</s>}{' '}
        {displayMonto(acordado ?? precio)} <span className={classes.nota}>+ IVA</span>
      </p>
      {acordado !== null && <p className={classes.nota}>Precio acordado con su empresa</p>}
      {vigente_hasta !== null && <p className={classes.nota}>Precio hasta el {fechaText(vigente_hasta)}</p>}
      {canBuy && (producto.tipo === 'DECLARACION' ? <ElegirPeriodo {...{ producto, lineas }} /> : <Agregar {...{ producto, lineas }} />)}
    </li>
  )
}

function Agregar({ producto: { id, nombre }, lineas }: Omit<ProductoProps, 'canBuy'>) {
  const cantidad = lineas.find(({ producto_id }) => producto_id === id)?.cantidad ?? 0
  const [isBusy, run] = useBusy((wanted: number) => untilRefused(putEnCarrito(id, wanted)))
  return (
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
  )
}

/** Chooses a form and period that the company has not bought yet. */
function ElegirPeriodo({ producto, lineas }: Omit<ProductoProps, 'canBuy'>) {
  const [periodos, setPeriodos] = useState<readonly PeriodoComprable[]>()
  const [isBusy, load] = useBusy(() => untilRefused(fetchPeriodos().then(setPeriodos)))
  const enCarrito = new Set(lineas.map(({ declaracion }) => declaracion && `${declaracion.formulario} ${declaracion.periodo}`))
  const porElegir = periodos?.filter(({ formulario, periodo }) => !enCarrito.has(`${formulario} ${periodo}`))
  return (
    <>
      <Button
        variant="default"
        busy={isBusy}
        busyLabel="Buscando…"
        aria-label={`Elegir período: ${producto.nombre}`}
        onClick={() => void load()}
      >
        Elegir período
      </Button>
      {porElegir?.length === 0 && (
        <p role="status" className={classes.nota}>
          La empresa no tiene períodos por comprar.
        </p>
      )}
      {porElegir && porElegir.length > 0 && (
        <PeriodoDialog producto={producto} periodos={porElegir} onClose={() => setPeriodos(undefined)} />
      )}
    </>
  )
}

function Linea({ linea }: { linea: OrdenLinea }) {
  const { producto_id, nombre, cantidad, subtotal, declaracion } = linea
  const set = (wanted: number) => void untilRefused(putEnCarrito(producto_id, wanted, declaracion))
  return (
    <li>
      <span>{nombre}</span>
      <span className={classes.cantidad}>
        <IconButton label={cantidad === 1 ? `Quitar ${nombre}` : `Uno menos: ${nombre}`} onClick={() => set(cantidad - 1)}>
          {cantidad === 1 ? <IconTrash size={16} /> : <IconMinus size={16} />}
        </IconButton>
        {cantidad}
        {/* One declaration for each period. */}
        {declaracion === null && (
          <IconButton label={`Uno más: ${nombre}`} onClick={() => set(Math.min(cantidad + 1, MAX_CANTIDAD_TIENDA))}>
            <IconPlus size={16} />
          </IconButton>
        )}
      </span>
      <span className={classes.valor}>
        {antesDe(linea) > subtotal && <s className={classes.nota}>{displayMonto(antesDe(linea))}</s>} {displayMonto(subtotal)}
      </span>
    </li>
  )
}

function Carrito({ carrito, canBuy }: { carrito: Tienda['carrito']; canBuy: boolean }) {
  const navigate = useNavigate()
  const [keyFor] = useState(createSendingKey)
  const [isBusy, buy] = useBusy(() =>
    untilRefused(order(carrito.total, keyFor([carrito, 'orden'])).then(({ id }) => void navigate(`/historial_compras?orden=${id}`))),
  )
  return (
    <section className={classes.carrito} aria-label="Carrito">
      <h2>Carrito</h2>
      {carrito.lineas.length === 0 ? (
        <p className={classes.nota}>{canBuy ? 'Su carrito está vacío.' : 'Pida a un administrador el permiso para comprar.'}</p>
      ) : (
        <>
          <ul className={classes.lineas}>
            {carrito.lineas.map((linea) => (
              <Linea key={claveDeLinea(linea)} linea={linea} />
            ))}
          </ul>
          {canBuy && <Cupon key={carrito.cupon?.codigo} cupon={carrito.cupon} />}
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

import type { ComprobanteDetalle } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import { useMemo, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { useIsPhone } from '../../components/theme/viewport.ts'
import { useAtajos } from '../../domain/emision/atajos.ts'
import classes from '../../domain/emision/cabecera.module.css'
import { CamposAdicionales } from '../../domain/emision/campos-adicionales.tsx'
import { Cliente, Correos } from '../../domain/emision/cliente.tsx'
import { FechaYNumero, resumenDeEmision } from '../../domain/emision/fecha-y-numero.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { Pagos, resumenDePagos } from '../../domain/emision/pagos.tsx'
import { Pantalla } from '../../domain/emision/pantalla.tsx'
import { Pliegue } from '../../domain/emision/pliegue.tsx'
import { cantonOf } from '../../domain/emision/series.ts'
import { emitidoPathOf } from '../../domain/emision/rutas.ts'
import { TECLAS_EMISION } from '../../domain/emision/teclas.ts'
import { usePantalla, type EditorProps } from '../../domain/emision/use-pantalla.ts'
import { LineasEditor, type LineasHandle } from '../../domain/lineas-editor/lineas-editor.tsx'
import { Modo } from '../../domain/lineas-editor/modo-precio.tsx'
import { GRUPO_LINEAS_COMPRA } from '../../domain/lineas-editor/teclas-linea.ts'
import { TotalesPanel } from '../../domain/totales-panel/totales-panel.tsx'
import { useTotales } from '../../domain/totales-panel/use-totales.ts'
import { LIQUIDACION } from './liquidacion.ts'
import { useLey } from './junta-valores.ts'
import { condicionesDeCompra, type LiquidacionValores } from './liquidacion-valores.ts'

const VistaPrevia = loadedPart(async () => (await import('./vista-previa.tsx')).VistaPrevia)
const ReembolsosDialog = loadedPart(async () => (await import('../../domain/reembolso/reembolsos-dialog.tsx')).ReembolsosDialog)
const Junta = loadedPart(async () => (await import('./junta.tsx')).Junta)

const TECLAS = { ...TECLAS_EMISION, proveedor: { code: 'KeyC', alt: true, efecto: 'Ir al proveedor' } } as const

/** The editor of a purchase from a person who cannot invoice: supplier, lines with IVA, and payment. */
export function Editor(props: EditorProps<LiquidacionValores>) {
  const { contexto, detalle } = props
  const isCorreccion = detalle !== undefined
  const lineas = useRef<LineasHandle>(null)
  const [modo, typed, serie, pagos, comprador, retencion] = useWatch<
    LiquidacionValores,
    ['modo', 'fecha_emision', 'serie', 'pagos', 'comprador', 'retencion']
  >({ name: ['modo', 'fecha_emision', 'serie', 'pagos', 'comprador', 'retencion'] })
  const isPhone = useIsPhone()
  const fecha = typed || contexto.hoy
  const condiciones = useMemo(() => condicionesDeCompra(contexto), [contexto])
  const totales = useTotales({ modo, fecha })
  const total = totales?.importeTotal ?? 0
  const ley = useLey()
  const neto = totales && !isCorreccion ? ley?.pagoNetoOf({ comprador, retencion, condiciones: contexto.condiciones }, totales, fecha) : []
  const pantalla = usePantalla(LIQUIDACION, props, (campo) => {
    if (campo.startsWith('lineas')) lineas.current?.focus(campo)
    return campo.startsWith('lineas')
  })
  const { goTo, atajos } = pantalla
  useAtajos(TECLAS, { ...atajos, proveedor: () => goTo('comprador') })
  return (
    <Pantalla
      {...props}
      tipo={LIQUIDACION}
      pantalla={pantalla}
      total={total}
      teclas={TECLAS}
      grupos={[GRUPO_LINEAS_COMPRA]}
      vistaPrevia={(numero) => <VistaPrevia contexto={contexto} numero={numero} totales={totales} />}
      totales={(emitir) => (
        <TotalesPanel totales={totales} neto={neto ?? []}>
          {emitir}
        </TotalesPanel>
      )}
    >
      <section className={hoja.card} aria-label="Datos de la liquidación de compra">
        <div className={classes.cabecera}>
          <Cliente
            nombre={LIQUIDACION.nombre}
            rol="proveedor"
            autoFocus={!isCorreccion}
            onChosen={() => void setTimeout(() => lineas.current?.focus())}
            withCorreos={!isPhone}
          />
          <Pliegue
            label="Fecha, número y forma de pago"
            resumen={
              isCorreccion ? [resumenDePagos(pagos)] : [...resumenDeEmision(contexto, { fecha: typed, serie }), resumenDePagos(pagos)]
            }
          >
            {isPhone && <Correos nombre={LIQUIDACION.nombre} />}
            <div className={classes.emision}>
              {!isCorreccion && <FechaYNumero contexto={contexto} />}
              <Modo />
            </div>
            <Pagos fecha={fecha} total={total} />
          </Pliegue>
        </div>
      </section>
      <div className={hoja.lineas}>
        <LineasEditor
          ref={lineas}
          nombre={LIQUIDACION.nombre}
          isCompra
          modo={modo}
          fecha={fecha}
          condiciones={condiciones}
          materiales={contexto.materiales}
          canton={cantonOf(contexto, serie)}
        />
      </div>
      {isCorreccion ? <JuntaCorregida detalle={detalle} /> : <Junta contexto={contexto} totales={totales} fecha={fecha} />}
      <section className={hoja.card} aria-label="Información adicional">
        <Reembolsos hoy={fecha} />
        <CamposAdicionales />
      </section>
    </Pantalla>
  )
}

/** Vouchers paid for another person. */
function Reembolsos({ hoy }: { hoy: Fecha }) {
  const { setValue } = useFormContext<LiquidacionValores>()
  const reembolsos = useWatch<LiquidacionValores, 'reembolsos'>({ name: 'reembolsos' })
  const [isOpen, setOpen] = useState(false)
  const { length } = reembolsos
  const take = (saved: LiquidacionValores['reembolsos']) => {
    setValue('reembolsos', saved, { shouldDirty: true })
    setOpen(false)
  }
  return (
    <div data-campo="reembolsos">
      {length > 0 && (
        <p className={hoja.nota}>{length === 1 ? 'Incluye 1 comprobante de reembolso.' : `Incluye ${length} comprobantes de reembolso.`}</p>
      )}
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {length === 0 ? 'Reembolsos de gastos' : 'Cambiar reembolsos'}
      </Button>
      {length > 0 && (
        <Button variant="subtle" onClick={() => take([])}>
          Quitar reembolsos
        </Button>
      )}
      {isOpen && <ReembolsosDialog parte={reembolsos} hoy={hoy} onSave={take} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** A correction keeps number and clave, which its retención names; its amounts may change. */
const JuntaCorregida = ({ detalle: { puede_anular: consejo } }: { detalle: ComprobanteDetalle }) =>
  consejo.ligados.map(({ id, numero }) => (
    <p key={id} className={hoja.nota}>
      Ya tiene la <Link to={emitidoPathOf(id)}>retención {numero}</Link>: la corrección no la cambia. Si cambian los valores, revísela
      después.
    </p>
  ))

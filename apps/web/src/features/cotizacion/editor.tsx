import type { Contexto, Cotizacion } from '@yupana/contract'
import { canEditCotizacion, displayMonto, isRestoCerrado } from '@yupana/fiscal'
import { useMemo, useRef } from 'react'
import { FormProvider, useForm, useFormState, useWatch, type UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { FormDone } from '../../components/form/form-done.ts'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { UnsavedGuard } from '../../components/form/unsaved-guard.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { CamposAdicionales } from '../../domain/emision/campos-adicionales.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { Problemas } from '../../domain/emision/problemas.tsx'
import { cantonOf } from '../../domain/emision/series.ts'
import { useDeHoy } from '../../domain/emision/use-de-hoy.ts'
import { focusCampo } from '../../domain/emision/use-pantalla.ts'
import { LineasEditor, type LineasHandle } from '../../domain/lineas-editor/lineas-editor.tsx'
import { reglasOf } from '../../domain/lineas-editor/reglas-linea.ts'
import { TotalesPanel } from '../../domain/totales-panel/totales-panel.tsx'
import { useTotales } from '../../domain/totales-panel/use-totales.ts'
import { fechaText, momentoText } from '../../lib/formato/format.ts'
import { useNormas } from '../../lib/norma/normas.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { useKeys } from '../../lib/teclado/use-keys.ts'
import { Acciones } from './acciones.tsx'
import classes from './cotizacion.module.css'
import { pathOf } from './cotizacion.queries.ts'
import type { CotizacionValores } from './cotizacion-valores.ts'
import { Datos } from './datos.tsx'
import { EstadoCotizacionChip } from './estado-chip.tsx'
import { useGuardar } from './use-guardar.ts'

const Facturado = loadedPart(async () => (await import('./facturado.tsx')).Facturado)

interface EditorProps {
  contexto: Contexto
  /** The saved quote; absent for a new one. */
  cotizacion?: Cotizacion | undefined
  inicial: CotizacionValores
}

/** The editor of a quote: lines as in a factura, without payments and without a number of the SRI. */
export function Editor({ contexto: leido, cotizacion, inicial }: EditorProps) {
  const contexto = useDeHoy(leido)
  const form = useForm<CotizacionValores>({ mode: 'onChange', shouldFocusError: false, defaultValues: inicial })
  const isDone = useRef(false)
  return (
    <FormDone value={isDone}>
      <FormProvider {...form}>
        <UnsavedGuard />
        <Hoja form={form} contexto={contexto} cotizacion={cotizacion} onCreated={() => void (isDone.current = true)} />
      </FormProvider>
    </FormDone>
  )
}

interface HojaProps {
  form: UseFormReturn<CotizacionValores>
  contexto: Contexto
  cotizacion: Cotizacion | undefined
  onCreated: () => void
}

function Hoja({ form, contexto, cotizacion, onCreated }: HojaProps) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const root = useRef<HTMLDivElement>(null)
  const lineas = useRef<LineasHandle>(null)
  const { isDirty } = useFormState({ control: form.control })
  const { problemas, isBusy, guardar } = useGuardar({ form, contexto, cotizacion })
  const canSave = cotizacion ? hasRight('cotizacion:editar') && canEditCotizacion(cotizacion.estado) : hasRight('cotizacion:crear')
  const [modo, fecha, serie] = useWatch<CotizacionValores, ['modo', 'fecha_emision', 'serie']>({
    name: ['modo', 'fecha_emision', 'serie'],
  })
  const normas = useNormas()
  const canton = cantonOf(contexto, serie)
  const reglas = useMemo(
    () => reglasOf(modo, fecha || contexto.hoy, contexto.condiciones, normas, canton),
    [modo, fecha, contexto, normas, canton],
  )
  const totales = useTotales(reglas)

  const save = async () => {
    const saved = await guardar()
    if (!saved || cotizacion) return
    onCreated()
    void navigate(pathOf(saved), { replace: true, state: state as unknown })
  }
  const asSaved = async () => (isDirty && canSave ? guardar() : cotizacion)
  const goTo = (campo: string) =>
    void setTimeout(() => (campo.startsWith('lineas') ? lineas.current?.focus(campo) : focusCampo(root.current, campo)))
  const isSaved = cotizacion !== undefined && !isDirty
  useKeys([
    { code: 'KeyS', ctrl: true, run: () => canSave && !isSaved && void save() },
    { code: 'KeyT', alt: true, run: () => goTo('lista') },
  ])
  const guardarButton = canSave && (
    <Button onClick={() => void save()} disabled={isSaved} busy={isBusy} busyLabel="Guardando…" title="Ctrl S">
      {isSaved ? 'Guardada' : 'Guardar'}
    </Button>
  )
  return (
    <div ref={root} className={hoja.editor}>
      <header className={hoja.strip}>
        <PageTitle takesFocus={cotizacion !== undefined}>{cotizacion ? `Cotización ${cotizacion.numero}` : 'Cotización nueva'}</PageTitle>
        {cotizacion && <EstadoCotizacionChip estado={cotizacion.estado} />}
        {cotizacion && (
          <div className={hoja.herramientas}>
            <Acciones cotizacion={cotizacion} asSaved={asSaved} />
          </div>
        )}
      </header>
      {cotizacion && <Situacion cotizacion={cotizacion} />}
      <Problemas problemas={problemas} para="guardar" onGo={goTo} />
      <div className={hoja.cuerpo} inert={isBusy}>
        <fieldset className={classes.campos} disabled={!canSave} aria-label="Cotización">
          <Datos
            contexto={contexto}
            cotizacion={cotizacion}
            hasRates={!reglas.negocioPopular}
            autoFocus={cotizacion === undefined}
            onClientChosen={() => void setTimeout(() => lineas.current?.focus())}
          />
          <div className={hoja.lineas}>
            <LineasEditor
              ref={lineas}
              nombre="cotización"
              modo={modo}
              fecha={reglas.fecha}
              condiciones={contexto.condiciones}
              materiales={contexto.materiales}
              canton={canton}
            />
          </div>
          <section className={hoja.card} aria-label="Condiciones e información adicional">
            <TextAreaField
              name="condiciones"
              label="Condiciones"
              rows={3}
              description="Forma de pago, tiempo de entrega, garantía: se imprimen al pie."
            />
            <CamposAdicionales />
          </section>
        </fieldset>
        <aside className={hoja.lateral} aria-label="Totales de la cotización">
          <TotalesPanel totales={totales} negocioPopular={reglas.negocioPopular}>
            <div className={hoja.emitirAncho}>{guardarButton}</div>
          </TotalesPanel>
        </aside>
      </div>
      <div className={hoja.barra}>
        <span>
          Total <strong>{displayMonto(totales?.importeTotal ?? 0)}</strong>
        </span>
        {guardarButton}
      </div>
    </div>
  )
}

/** Validity, answer and result of the quote. */
function Situacion({ cotizacion }: { cotizacion: Cotizacion }) {
  const { estado, vence, vendedor, respuesta, con_enlace, version_enviada: version, resto } = cotizacion
  // The closed rest has its own text beside it.
  const isCerrada = isRestoCerrado(
    estado,
    resto.some((queda) => queda > 0),
  )
  return (
    <div className={classes.situacion}>
      <p>
        {estado === 'VENCIDA' ? `Venció el ${fechaText(vence)}. Edítela para ofrecerla de nuevo.` : `Válida hasta el ${fechaText(vence)}.`}
      </p>
      {estado === 'ENVIADA' && (
        <p>Su cliente tiene la versión {version}: si la cambia, aquella se conserva y esta vuelve a ser un borrador.</p>
      )}
      {con_enlace && <p>Su cliente tiene un enlace a ella.</p>}
      {vendedor && <p>Preparada por {vendedor}.</p>}
      {respuesta && !isCerrada && (
        <p>
          {estado === 'RECHAZADA' ? 'Rechazada' : 'Aceptada'}
          {version !== null && ` (versión ${version})`} el {momentoText(respuesta.en)}
          {respuesta.nota ? `: «${respuesta.nota}».` : '.'}
        </p>
      )}
      {cotizacion.factura && <Facturado cotizacion={cotizacion} />}
    </div>
  )
}

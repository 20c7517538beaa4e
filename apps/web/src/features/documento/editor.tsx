import type { ComprobanteDetalle, Contexto } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { FormProvider, useWatch, type FieldPath } from 'react-hook-form'
import { Link } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { useIsPhone } from '../../components/theme/viewport.ts'
import { LineasEditor, type LineasHandle } from '../../domain/lineas-editor/lineas-editor.tsx'
import { reglasOf } from '../../domain/lineas-editor/reglas-linea.ts'
import { TotalesPanel } from '../../domain/totales-panel/totales-panel.tsx'
import { useTotales } from '../../domain/totales-panel/use-totales.ts'
import { nombreOf } from '../../lib/keyboard.ts'
import type { LocalDrafts } from '../../lib/local-drafts.ts'
import { useNormas } from '../../lib/normas.ts'
import { addNotice } from '../../lib/notices.ts'
import { hasRight, isAdmin } from '../../lib/rights.ts'
import { currentSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { Adicional } from './adicional.tsx'
import { useAtajos } from './atajos.ts'
import { AvanceEmision } from './avance-emision.tsx'
import { AyudaDialog } from './ayuda-dialog.tsx'
import { BorradoresDialog } from './borradores-dialog.tsx'
import { Cabecera, numeroOf } from './cabecera.tsx'
import { ConfirmarDialog } from './confirmar-dialog.tsx'
import classes from './documento.module.css'
import { Efectivo } from './efectivo.tsx'
import { cantonOf, cargosOf, type FacturaValores } from './factura-valores.ts'
import { Franja } from './franja.tsx'
import { Motivos } from './motivos.tsx'
import { Problemas } from './problemas.tsx'
import { usePreferencias } from './preferencias.ts'
import { UltimoPrecio } from './ultimo-precio.tsx'
import { TECLAS } from './teclas.ts'
import { useDocumento, type Documento, type DocumentoAbierto } from './use-documento.ts'
import { useEmitir, type Entrega } from './use-emitir.ts'
import { useIsWide } from './use-is-wide.ts'
import { VistaPrevia } from './vista-previa.tsx'

interface EditorProps {
  documento: Documento
  contexto: Contexto
  /** The rejected invoice that is corrected. */
  detalle?: ComprobanteDetalle | undefined
  local: LocalDrafts
  /** The address takes the id of this document. */
  onAddress: () => void
  onIssued: (entrega: Entrega) => void
  onNew: () => void
  onOpen: (id: string) => void
}

/** The invoice editor (ui §5): one form, what keeps it and what issues it. */
export function Editor(props: EditorProps) {
  const { documento, local, onIssued } = props
  const abierto = useDocumento(documento, local)
  const { estado } = abierto.sync
  const onState = useEffectEvent(() => {
    if (estado.get().fase !== 'emitido') return
    addNotice({ severity: 'info', detail: 'Esta factura ya se emitió en otra ventana.' })
    onIssued({})
  })
  useEffect(() => estado.subscribe(() => onState()), [estado])
  return (
    <FormProvider {...abierto.form}>
      <Pantalla {...props} abierto={abierto} />
    </FormProvider>
  )
}

const tellNoEmite = () => addNotice({ severity: 'info', detail: 'Su usuario no puede emitir: guarde el borrador para quien pueda hacerlo.' })

function Pantalla({ documento, contexto, detalle, abierto, onAddress, onIssued, onNew, onOpen }: EditorProps & { abierto: DocumentoAbierto }) {
  const { form, sync, emision } = abierto
  const [dialog, setDialog] = useState<'ayuda' | 'borradores'>()
  const [fila, setFila] = useState(0)
  const { preferencias, prefer } = usePreferencias()
  const [vistaPrevia, setVistaPrevia] = useState(false)
  const emitir = useEmitir({ documento, abierto, contexto, preferencias, onSending: onAddress, onIssued })
  const isWide = useIsWide()
  const isPhone = useIsPhone()
  const isBusy = ['enviando', 'preguntando'].includes(useStore(emision.fase))
  const root = useRef<HTMLDivElement>(null)
  const lineas = useRef<LineasHandle>(null)
  const [modo, fecha, propina, aparte, serie] = useWatch<FacturaValores, ['modo', 'fecha_emision', 'propina', 'aparte', 'serie']>({ name: ['modo', 'fecha_emision', 'propina', 'aparte', 'serie'] })
  const normas = useNormas()
  const canton = cantonOf(contexto, serie)
  const reglas = useMemo(() => reglasOf(modo, fecha || contexto.hoy, contexto.condiciones, normas, canton), [modo, fecha, contexto, normas, canton])
  const totales = useTotales(reglas, cargosOf({ propina, aparte }))
  const total = totales?.importeTotal ?? 0
  const numero = detalle?.numero ?? numeroOf(contexto, form.getValues('serie'))

  const goTo = (campo: string) => {
    if (isAdicional(campo)) prefer({ adicional: true })
    setTimeout(() => (campo.startsWith('lineas') ? lineas.current?.focus(campo) : focusCampo(root.current, campo)))
  }
  const toLineas = useCallback(() => void setTimeout(() => lineas.current?.focus()), [])
  // A correction begins where the SRI found the fault; where that is no field, or would leave the words out of sight, at its words.
  const begin = useEffectEvent(() => {
    if (!detalle) return
    const { hallazgos = [] } = documento
    for (const { campo, message } of hallazgos) form.setError(campo as FieldPath<FacturaValores>, { type: 'manual', message })
    goTo(isPhone ? 'motivos' : (hallazgos[0]?.campo ?? 'motivos'))
  })
  useEffect(() => begin(), [])
  const save = async () => {
    if (await sync.name()) {
      addNotice({ severity: 'success', detail: 'Borrador guardado exitosamente' })
      onAddress()
    }
  }
  const leaveFor = async (go: () => void) => {
    if (sync.isDirty() && !documento.corrige) await sync.name()
    go()
  }
  const startNew = () => void leaveFor(onNew)
  const togglePreview = () => setVistaPrevia((isOpen) => !isOpen)
  useAtajos({
    emitir: hasRight('documento:emitir') ? emitir.prepare : tellNoEmite, guardar: () => void save(), nueva: startNew, vistaPrevia: togglePreview, cliente: () => goTo('comprador'), recibido: () => goTo('recibido'),
    ayuda: () => setDialog('ayuda'),
  })
  const preview = vistaPrevia && <VistaPrevia contexto={contexto} numero={numero} totales={totales} negocioPopular={reglas.negocioPopular} />
  const canIssue = contexto.certificado?.apto === true
  const emit = hasRight('documento:emitir') && (
    <Button onClick={emitir.prepare} busy={isBusy} busyLabel="Emitiendo…" title={nombreOf(TECLAS.emitir)} className={classes.emitir}>
      {documento.corrige === undefined ? 'Emitir' : 'Corregir y reenviar'}
    </Button>
  )
  return (
    <div ref={root} className={classes.editor} data-preview={(vistaPrevia && isWide) || undefined}>
      <Franja
        title={detalle ? `Corregir factura ${numero}` : 'Factura nueva'} sync={sync} isCorreccion={detalle !== undefined} vistaPrevia={vistaPrevia}
        onPreview={togglePreview} onSave={() => void save()} onDrafts={() => setDialog('borradores')} onHelp={() => setDialog('ayuda')} onNew={startNew}
        contexto={contexto} onRepeated={() => sync.changed()}
      />
      <AvanceEmision emision={emision} />
      {!contexto.empresa.condiciones_confirmadas && <SinCondiciones />}
      {!canIssue && <SinFirma />}
      {detalle && <Motivos detalle={{ ...detalle, accion: 'NINGUNA' }} />}
      <Problemas problemas={emitir.problemas} onGo={goTo} />
      <div className={classes.cuerpo} inert={isBusy}>
        <div className={classes.principal}>
          <Cabecera
            contexto={contexto} isCorreccion={detalle !== undefined} hasRates={!reglas.negocioPopular} total={total} autoFocus={detalle === undefined}
            onClientChosen={toLineas}
          />
          <div className={classes.lineas} onFocus={(event) => setFila(filaOf(event.target) ?? fila)}>
            <LineasEditor ref={lineas} modo={modo} fecha={reglas.fecha} condiciones={contexto.condiciones} materiales={contexto.materiales} canton={canton} />
            <UltimoPrecio fila={fila} />
          </div>
          <Adicional />
        </div>
        <aside className={classes.lateral} aria-label="Totales de la factura">
          <TotalesPanel totales={totales} negocioPopular={reglas.negocioPopular}>
            {!reglas.negocioPopular && <MontoField name="propina" label="Propina" />}
            <Efectivo total={total} />
            <div className={classes.emitirAncho}>{emit}</div>
            <Vendedor />
          </TotalesPanel>
          {isWide && preview}
        </aside>
      </div>
      <div className={classes.barra}>
        <span>
          Total <strong>{displayMonto(total)}</strong>
        </span>
        {emit}
      </div>
      {preview && !isWide && (
        <Dialog opened title="Vista previa" onClose={togglePreview} size={860}>
          {preview}
        </Dialog>
      )}
      {emitir.porConfirmar && (
        // Another day is another question, to be answered once too.
        <ConfirmarDialog
          key={emitir.porConfirmar.fecha} {...emitir.porConfirmar} numero={numero} isCorreccion={detalle !== undefined} onConfirm={emitir.confirm} onCancel={emitir.cancel}
        />
      )}
      {dialog === 'ayuda' && <AyudaDialog fecha={reglas.fecha} onClose={() => setDialog(undefined)} />}
      {dialog === 'borradores' && (
        <BorradoresDialog present={documento.id} onOpen={(id) => void leaveFor(() => onOpen(id))} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

/** Who sells: it is stored with the sale and printed. */
function Vendedor() {
  const session = currentSession()
  return session ? <p className={classes.nota}>Vende: {`${session.name} ${session.surname}`.trim() || session.username}</p> : null
}

const SinCondiciones = () => (
  <Alert title="Falta confirmar el régimen de la empresa y si está obligada a llevar contabilidad: todavía no se puede emitir." details={['Puede guardar el borrador.']}>
    {isAdmin() ? <Link to="/empresa_perfil?seccion=condiciones">Confirmar en Condiciones tributarias</Link> : <p>Lo hace un administrador de la empresa.</p>}
  </Alert>
)

const SinFirma = () => (
  <Alert title="La empresa no tiene una firma electrónica vigente: no se puede emitir." details={['Puede guardar el borrador.']}>
    {isAdmin() ? <Link to="/empresa_perfil?seccion=firma">Cargar la firma electrónica</Link> : <p>La carga un administrador de la empresa.</p>}
  </Alert>
)

/** Whether a field stands in the section that may be closed. */
const isAdicional = (campo: string) => ['guia_remision', 'placa', 'info_adicional', 'aparte'].some((name) => campo.startsWith(name))

/** The line that a cell belongs to. */
const filaOf = (target: EventTarget): number | undefined => {
  const row = target instanceof HTMLElement ? target.dataset.fila : undefined
  return row === undefined ? undefined : Number(row)
}

function focusCampo(root: HTMLElement | null, campo: string) {
  const field = root?.querySelector<HTMLElement>(`[name="${campo}"], [data-campo="${campo}"]:is([tabindex]), [data-campo="${campo}"] :is(input, button)`) ?? root?.querySelector<HTMLElement>(`[name^="${campo}"]`)
  field?.focus()
}

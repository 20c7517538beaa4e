import { displayMonto, type Monto } from '@yupana/fiscal'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { nombreOf } from '../../lib/teclado/keyboard.ts'
import { hasRight, isAdmin } from '../../lib/sesion/rights.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { AvanceEmision } from './avance-emision.tsx'
import type { GrupoTeclas } from './ayuda-dialog.tsx'
import { borradoresDe } from './borrador.queries.ts'
import { ConfirmarDialog } from './confirmar-dialog.tsx'
import { Franja } from './franja.tsx'
import classes from './hoja.module.css'
import { Motivos } from './motivos.tsx'
import { Problemas } from './problemas.tsx'
import { numeroOf } from './series.ts'
import { TECLAS_EMISION, type TeclaConEfecto } from './teclas.ts'
import { tituloOf, type TipoDocumento, type ValoresEmision } from './tipo-documento.ts'
import { useIsWide } from './use-is-wide.ts'
import type { EditorProps, usePantalla } from './use-pantalla.ts'

const AyudaDialog = loadedPart(async () => (await import('./ayuda-dialog.tsx')).AyudaDialog)
const BorradoresDialog = loadedPart(async () => (await import('./borradores-dialog.tsx')).BorradoresDialog)
const RegistrarDialog = loadedPart(async () => (await import('./registrar-dialog.tsx')).RegistrarDialog)

interface PantallaProps<V extends ValoresEmision, F> extends EditorProps<V> {
  tipo: TipoDocumento<V, F>
  pantalla: ReturnType<typeof usePantalla<V, F>>
  /** ×10⁶. */
  total: Monto
  /** All keys of this editor, as its help shows them. */
  teclas: Readonly<Record<string, TeclaConEfecto>>
  grupos?: readonly GrupoTeclas[]
  /** Tools of this type. */
  herramientas?: ReactNode
  /** What is filled in. */
  children: ReactNode
  /** What the document comes to, with «Emitir» at its end. */
  totales: (emitir: ReactNode) => ReactNode
  /** The document as it will be printed. */
  vistaPrevia: (numero: string) => ReactNode
}

/** The screen of an editor (ui §5): what is the same for every type of document, around what is not. */
export function Pantalla<V extends ValoresEmision, F>({
  tipo,
  pantalla,
  documento,
  contexto,
  detalle,
  abierto,
  total,
  teclas,
  grupos = [],
  herramientas,
  children,
  totales,
  vistaPrevia,
}: PantallaProps<V, F>) {
  const { form, sync, emision } = abierto
  const { hoja, emitir, isBusy, dialog, setDialog } = pantalla
  const isWide = useIsWide()
  const { nombre } = tipo
  const serie = useWatch<ValoresEmision, 'serie'>({ name: 'serie' })
  const numero = detalle?.numero ?? numeroOf(contexto, serie)
  const isCorreccion = detalle !== undefined
  const closeDialog = () => setDialog(undefined)
  const preview = pantalla.vistaPrevia && vistaPrevia(numero)
  const emit = hasRight('documento:emitir') && (
    <Button
      onClick={emitir.prepare}
      busy={isBusy}
      busyLabel="Emitiendo…"
      title={nombreOf(TECLAS_EMISION.emitir)}
      className={classes.emitir}
    >
      {isCorreccion ? 'Corregir y reenviar' : 'Emitir'}
    </Button>
  )
  return (
    <div ref={hoja} className={classes.editor} data-preview={(pantalla.vistaPrevia && isWide) || undefined}>
      <Franja
        title={isCorreccion ? `Corregir ${nombre} ${numero}` : `${tituloOf(tipo)} nueva`}
        sync={sync}
        isCorreccion={isCorreccion}
        vistaPrevia={pantalla.vistaPrevia}
        nueva={`Nueva ${nombre}${tipo.teclaNueva ? ` (${nombreOf(tipo.teclaNueva)})` : ''}`}
        onPreview={pantalla.togglePreview}
        onSave={() => void pantalla.save()}
        onDrafts={() => setDialog('borradores')}
        onHelp={() => setDialog('ayuda')}
        onNew={pantalla.startNew}
      >
        {herramientas}
      </Franja>
      <AvanceEmision emision={emision} nombre={nombre} />
      {!contexto.empresa.condiciones_confirmadas && <SinCondiciones />}
      {contexto.certificado?.apto !== true && <SinFirma />}
      {detalle && <Motivos detalle={detalle} />}
      <Problemas problemas={emitir.problemas} onGo={pantalla.goTo} />
      <div className={classes.cuerpo} inert={isBusy}>
        <div className={classes.principal}>{children}</div>
        <aside className={classes.lateral} aria-label={`Totales de la ${nombre}`}>
          {totales(
            <>
              <Cierre verbo={tipo.rotulo === undefined ? 'Vende' : 'Emite'}>{emit}</Cierre>
              {!isCorreccion && hasRight('documento:emitir') && (
                <Button variant="subtle" onClick={pantalla.openRegistrar}>
                  Ya se emitió fuera
                </Button>
              )}
            </>,
          )}
          {isWide && preview}
        </aside>
      </div>
      <div className={classes.barra}>
        {!tipo.sinTotal && (
          <span>
            Total <strong>{displayMonto(total)}</strong>
          </span>
        )}
        {emit}
      </div>
      {preview && !isWide && (
        <Dialog opened title="Vista previa" onClose={pantalla.togglePreview} size={860}>
          {preview}
        </Dialog>
      )}
      {emitir.porConfirmar && (
        // Another day is another question, to be answered once too.
        <ConfirmarDialog
          key={emitir.porConfirmar.fecha}
          {...emitir.porConfirmar}
          tipo={tipo}
          numero={numero}
          isCorreccion={isCorreccion}
          onConfirm={emitir.confirm}
          onCancel={emitir.cancel}
        />
      )}
      {dialog === 'ayuda' && (
        <AyudaDialog
          tipo={tipo}
          fecha={form.getValues().fecha_emision || contexto.hoy}
          teclas={teclas}
          grupos={grupos}
          onClose={closeDialog}
        />
      )}
      {dialog === 'registrar' && (
        <RegistrarDialog nombre={nombre} hoy={contexto.hoy} onRegister={pantalla.register} onClose={closeDialog} />
      )}
      {dialog === 'borradores' && (
        <BorradoresDialog borradores={borradoresDe(tipo)} present={documento.id} onOpen={pantalla.open} onClose={closeDialog} />
      )}
    </div>
  )
}

/** «Emitir» below the totals, and who sells: it is stored with the document and printed. */
function Cierre({ verbo, children }: { verbo: string; children: ReactNode }) {
  const session = currentSession()
  return (
    <>
      <div className={classes.emitirAncho}>{children}</div>
      {session && <p className={classes.nota}>{`${verbo}: ${`${session.name} ${session.surname}`.trim() || session.username}`}</p>}
    </>
  )
}

const SinCondiciones = () => (
  <Alert
    title="Falta confirmar el régimen de la empresa y si está obligada a llevar contabilidad: todavía no se puede emitir."
    details={['Puede guardar el borrador.']}
  >
    {isAdmin() ? (
      <Link to="/empresa_perfil?seccion=condiciones">Confirmar en Condiciones tributarias</Link>
    ) : (
      <p>Lo hace un administrador de la empresa.</p>
    )}
  </Alert>
)

const SinFirma = () => (
  <Alert title="La empresa no tiene una firma electrónica útil: no se puede emitir." details={['Puede guardar el borrador.']}>
    {isAdmin() ? (
      <Link to="/empresa_perfil?seccion=firma">Cargar la firma electrónica</Link>
    ) : (
      <p>La carga un administrador de la empresa.</p>
    )}
  </Alert>
)

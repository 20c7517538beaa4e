import type { Cotizacion } from '@yupana/contract'
import { canDeleteCotizacion, canFacturarCotizacion, canMoveCotizacion, type EstadoCotizacionGuardado } from '@yupana/fiscal'
import { IconDots, IconDownload, IconFileInvoice } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { Dropdown, type DropdownItem } from '../../components/dropdown/dropdown.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { changeEstado, createEnlace, downloadPdf, dropEnlace, pathOf, removeCotizacion } from './cotizacion.queries.ts'

/** Loaded apart: the editor need not load a dialog that is seldom opened. */
const EnlaceDialog = loadedPart(async () => (await import('../../components/dialog/enlace-dialog.tsx')).EnlaceDialog)
const CorreoDialog = loadedPart(async () => (await import('./correo-dialog.tsx')).CorreoDialog)
const RespuestaDialog = loadedPart(async () => (await import('./respuesta-dialog.tsx')).RespuestaDialog)

const ICON = { size: 18 }
const MOVES: readonly (readonly [EstadoCotizacionGuardado, string])[] = [
  ['ENVIADA', 'Marcar como enviada'],
  ['ACEPTADA', 'Marcar como aceptada'],
  ['RECHAZADA', 'Marcar como rechazada'],
  ['BORRADOR', 'Volver a abrir'],
]

interface AccionesProps {
  cotizacion: Cotizacion
  /** Saves the shown form; undefined if it cannot be saved. */
  asSaved: () => Promise<Cotizacion | undefined>
}

/** Actions of a saved quote. */
export function Acciones({ cotizacion, asSaved }: AccionesProps) {
  const [isDownloading, setDownloading] = useState(false)
  const download = async () => {
    setDownloading(true)
    const saved = await asSaved()
    if (saved) await untilRefused(downloadPdf(saved))
    setDownloading(false)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload {...ICON} />}
        onClick={() => void download()}
        busy={isDownloading}
        busyLabel="Descargando…"
      >
        Descargar PDF
      </Button>
      <Facturar cotizacion={cotizacion} asSaved={asSaved} />
      <Mas cotizacion={cotizacion} asSaved={asSaved} />
    </>
  )
}

/** Opens a factura with these lines; the quote counts as invoiced once it is issued. */
function Facturar({ cotizacion, asSaved }: AccionesProps) {
  const navigate = useNavigate()
  if (!hasRight('documento:crear') || !canFacturarCotizacion(cotizacion.estado)) return null
  const open = async () => {
    const saved = await asSaved()
    if (saved) void navigate(`/documento/registro?de=${saved.id}`, { state: { from: pathOf(saved) } })
  }
  return (
    <Button variant="default" leftSection={<IconFileInvoice {...ICON} />} onClick={() => void open()}>
      {cotizacion.estado === 'FACTURADA_EN_PARTE' ? 'Facturar lo que queda' : 'Facturar'}
    </Button>
  )
}

type Abierto = 'ACEPTADA' | 'RECHAZADA' | 'eliminar' | 'retirar' | { enlace: string } | { correo: Cotizacion }

function Mas({ cotizacion, asSaved }: AccionesProps) {
  const navigate = useNavigate()
  const leave = useLeave('/cotizacion')
  const [opened, setOpened] = useState<Abierto>()
  const { id, numero, estado } = cotizacion
  const close = () => setOpened(undefined)
  const move = async (to: EstadoCotizacionGuardado) => {
    if (to === 'ACEPTADA' || to === 'RECHAZADA') return setOpened(to)
    const saved = to === 'ENVIADA' ? await asSaved() : cotizacion
    if (saved) await untilRefused(changeEstado(saved, to))
  }
  const share = async () => {
    const saved = await asSaved()
    if (saved) setOpened({ enlace: await createEnlace(saved) })
  }
  const write = async () => {
    const saved = await asSaved()
    if (saved) setOpened({ correo: saved })
  }
  const items: DropdownItem[] = [
    ...(hasRight('cotizacion:editar') ? [{ label: 'Enviar por correo', onPick: () => void write() }] : []),
    ...(hasRight('cotizacion:editar') ? [{ label: 'Enlace para el cliente', onPick: () => void untilRefused(share()) }] : []),
    ...(hasRight('cotizacion:editar') && cotizacion.con_enlace ? [{ label: 'Retirar el enlace', onPick: () => setOpened('retirar') }] : []),
    // The rest of a partly invoiced quote is closed in its own section.
    ...(hasRight('cotizacion:editar') && estado !== 'FACTURADA_EN_PARTE'
      ? MOVES.filter(([to]) => canMoveCotizacion(estado, to)).map(([to, label]) => ({ label, onPick: () => void move(to) }))
      : []),
    ...(hasRight('cotizacion:crear') ? [{ label: 'Duplicar', onPick: () => void navigate(`/cotizacion/registro?duplicar=${id}`) }] : []),
    ...(hasRight('cotizacion:eliminar') && canDeleteCotizacion(estado)
      ? [{ label: 'Eliminar', danger: true, isApart: true, onPick: () => setOpened('eliminar') }]
      : []),
  ]
  return (
    <>
      {items.length > 0 && <Dropdown label="Más acciones" target={<IconDots {...ICON} aria-hidden="true" />} items={items} />}
      {(opened === 'ACEPTADA' || opened === 'RECHAZADA') && <RespuestaDialog cotizacion={cotizacion} estado={opened} onClose={close} />}
      {typeof opened === 'object' && 'correo' in opened && <CorreoDialog cotizacion={opened.correo} onClose={close} />}
      {typeof opened === 'object' && 'enlace' in opened && (
        <EnlaceDialog title={`Enlace de la cotización ${numero}`} enlace={opened.enlace} onClose={close}>
          Entréguelo a su cliente: en esta dirección la ve, la descarga y la acepta o rechaza con un comentario, sin usuario ni contraseña.
        </EnlaceDialog>
      )}
      {opened === 'retirar' && <RetirarDialog id={id} numero={numero} onClose={close} />}
      {opened === 'eliminar' && (
        <DeleteDialog
          title={`Eliminar la cotización ${numero}`}
          confirmLabel="Eliminar cotización"
          onDelete={async () => {
            await removeCotizacion(id)
            leave()
          }}
          onClose={close}
        >
          <p>Su número no se vuelve a usar.</p>
        </DeleteDialog>
      )}
    </>
  )
}

/** Asks before the link is withdrawn; its holders are then told that it is no longer valid. */
function RetirarDialog({ id, numero, onClose }: { id: string; numero: string; onClose: () => void }) {
  const [isBusy, retirar] = useBusy(() => untilRefused(dropEnlace(id)))
  return (
    <ConfirmDialog
      opened
      title={`Retirar el enlace de la cotización ${numero}`}
      confirmLabel="Retirar el enlace"
      busyLabel="Retirando…"
      busy={isBusy}
      onConfirm={() => void retirar().then(onClose)}
      onCancel={onClose}
    >
      <p>Quien lo tenga ya no podrá ver la cotización ni responderla. Puede crear otro después.</p>
    </ConfirmDialog>
  )
}

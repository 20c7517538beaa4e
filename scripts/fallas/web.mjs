// Faults on the screens.
const WEB = 'apps/web/src'

export const web = [
  {
    nombre: 'doble-clic',
    intencion: 'Pressing «Emitir» twice sends twice',
    cambios: [[`${WEB}/features/documento/emision.ts`, '(isBusy() ? undefined : deliver(envio, before))', 'deliver(envio, before)']],
    prueba: `${WEB}/features/documento/emision.test.ts`,
    titulo: 'O-50 a double click sends one',
  },
  {
    nombre: 'silencio-por-rechazo',
    intencion: 'A gateway that gave up is taken for a refusal',
    cambios: [[`${WEB}/features/documento/emision.ts`, 'status === 0 || status === 408 || status >= 500', 'status === 0 || status === 408']],
    prueba: `${WEB}/features/documento/emision.test.ts`,
    titulo: 'O-49 after a gateway that gave up the state is asked and nothing is sent again',
  },
  {
    nombre: 'borrador-perdido',
    intencion: 'Leaving the screen loses what was not saved',
    cambios: [[`${WEB}/features/documento/borrador-sync.ts`, `      void writeLocal()
      if (isSignedIn) void flush()`, '      if (isSignedIn) void flush()']],
    prueba: `${WEB}/features/documento/borrador-sync.test.ts`,
    titulo: 'leaving the screen loses nothing: it goes to the server while somebody is signed in, else it stays here',
  },
  {
    nombre: 'descuento-truncado',
    intencion: 'A discount in percent is cut down to the cent',
    cambios: [[`${WEB}/domain/lineas-editor/linea-valores.ts`, 'return percentOf(multiplyToCents(cantidad, precio), typed)', 'return Math.floor((multiplyToCents(cantidad, precio) * typed) / 1e12) * 1e4']],
    prueba: `${WEB}/domain/lineas-editor/lineas-editor.test.tsx`,
    titulo: 'O-18 subtotals, discount and IVA per rate follow what is typed; a discount in percent rounds half-up',
  },
  {
    nombre: 'pagina-sin-reiniciar',
    intencion: 'Sorting a list stays on its present page',
    cambios: [[`${WEB}/components/data-table/use-listing.ts`, 'go({ sort: nextSort(state.sort, field), page: 0 })', 'go({ sort: nextSort(state.sort, field) })']],
    prueba: `${WEB}/features/persona/persona.test.tsx`,
    titulo: 'R-4.22 R-4.23 a heading sorts ascending, descending and not at all, always from the first page, told by aria-sort',
  },
  {
    nombre: 'clave-nueva-en-cada-intento',
    intencion: 'A form that is sent again gets another key',
    cambios: [[`${WEB}/lib/sending-key.ts`, 'if (last?.text !== text) last =', "if (text !== '') last ="]],
    prueba: `${WEB}/features/persona/persona.test.tsx`,
    titulo: 'registers with a key, keeps it on a second try, shows the refusal at its field and the toast on success',
  },
  {
    nombre: 'mes-antes-que-dia',
    intencion: 'A typed day is read month first',
    cambios: [[`${WEB}/lib/format.ts`, "const [, day = '', month = '', year = ''] =", "const [, month = '', day = '', year = ''] ="]],
    prueba: `${WEB}/components/form/campo-fecha.test.tsx`,
    titulo: '«5/1/26» is read as 2026-01-05',
  },
]

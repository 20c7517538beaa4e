// Faults on the screens.
const WEB = 'apps/web/src'

export const web = [
  {
    nombre: 'doble-clic',
    intencion: 'Pressing «Emitir» twice sends twice',
    cambios: [[`${WEB}/domain/emision/emision.ts`, '(isBusy() ? undefined : deliver(envio, before))', 'deliver(envio, before)']],
    prueba: `${WEB}/domain/emision/emision.test.ts`,
    titulo: 'O-50 a double click sends one',
  },
  {
    nombre: 'silencio-por-rechazo',
    intencion: 'A gateway that gave up is taken for a refusal',
    cambios: [[`${WEB}/domain/emision/emision.ts`, 'status === 0 || status === 408 || status >= 500', 'status === 0 || status === 408']],
    prueba: `${WEB}/domain/emision/emision.test.ts`,
    titulo: 'O-49 after a gateway that gave up the state is asked and nothing is sent again',
  },
  {
    nombre: 'borrador-perdido',
    intencion: 'Leaving the screen loses what was not saved',
    cambios: [
      [
        `${WEB}/domain/emision/borrador-sync.ts`,
        `      void writeLocal()
      if (isSignedIn) void flush()`,
        '      if (isSignedIn) void flush()',
      ],
    ],
    prueba: `${WEB}/domain/emision/borrador-sync.test.ts`,
    titulo: 'leaving the screen loses nothing: it goes to the server while somebody is signed in, else it stays here',
  },
  {
    nombre: 'descuento-truncado',
    intencion: 'A discount in percent is cut down to the cent',
    cambios: [
      [
        `${WEB}/domain/lineas-editor/linea-valores.ts`,
        'return percentOf(multiplyToCents(precio, cantidad), typed)',
        'return Math.floor((multiplyToCents(precio, cantidad) * typed) / 1e12) * 1e4',
      ],
    ],
    prueba: `${WEB}/domain/lineas-editor/lineas-editor.test.tsx`,
    titulo: 'O-18 subtotals, discount and IVA per rate follow what is typed; a discount in percent rounds half-up',
  },
  {
    nombre: 'pagina-sin-reiniciar',
    intencion: 'Sorting a list stays on its present page',
    cambios: [
      [
        `${WEB}/components/data-table/use-listing.ts`,
        'go(({ sort }) => ({ sort: nextSort(sort, field), page: 0 }))',
        'go(({ sort }) => ({ sort: nextSort(sort, field) }))',
      ],
    ],
    prueba: `${WEB}/features/persona/persona.test.tsx`,
    titulo: 'R-4.22 R-4.23 a heading sorts ascending, descending and not at all, always from the first page, told by aria-sort',
  },
  {
    nombre: 'clave-nueva-en-cada-intento',
    intencion: 'A form that is sent again gets another key',
    cambios: [[`${WEB}/lib/http/sending-key.ts`, 'if (last?.text !== text) last =', "if (text !== '') last ="]],
    prueba: `${WEB}/features/persona/persona.test.tsx`,
    titulo: 'registers with a key, keeps it on a second try, shows the refusal at its field and the toast on success',
  },
  {
    nombre: 'mes-antes-que-dia',
    intencion: 'A typed day is read month first',
    cambios: [
      [`${WEB}/lib/formato/format.ts`, "const [, day = '', month = '', year = ''] =", "const [, month = '', day = '', year = ''] ="],
    ],
    prueba: `${WEB}/components/form/campo-fecha.test.tsx`,
    titulo: '«5/1/26» is read as 2026-01-05',
  },
  {
    nombre: 'no-encontrado-rebota',
    intencion: 'NO ENCONTRADO sends home who is signed in (§2)',
    cambios: [
      [
        `${WEB}/app/router.tsx`,
        "{ path: '/notfound', element: <NotFoundPage /> }",
        "{ element: <PublicOnlyRoutes />, children: [{ path: '/notfound', element: <NotFoundPage /> }] }",
      ],
    ],
    prueba: `${WEB}/app/router.test.tsx`,
    titulo: 'R-2.2.7 /notfound ends at /notfound',
  },
  {
    nombre: 'sin-indicador',
    intencion: 'The loading indicator never lights (§4)',
    cambios: [[`${WEB}/lib/http/loading.ts`, '    setLoading(true)\n', '']],
    prueba: `${WEB}/lib/http/http.test.ts`,
    proyecto: 'web-apart',
    titulo: 'R-4.21 is on during requests',
  },
  {
    nombre: 'digitos-sin-texto',
    intencion: 'Letters among digits are told in other words (§5)',
    cambios: [
      [
        'packages/contract/src/fields.ts',
        'isDigitsOrEmpty(text), { error: SOLO_NUMEROS',
        "isDigitsOrEmpty(text), { error: 'Valor no válido.'",
      ],
    ],
    prueba: 'packages/contract/src/mensajes.test.ts',
    titulo: 'R-5.1.6 letters among digits',
  },
  {
    nombre: 'menu-quitado-abierto',
    intencion: 'A screen stays open whose menu was taken away (§6)',
    cambios: [[`${WEB}/features/sesion/sesion.queries.ts`, '      updateMenus(menus)\n', '']],
    prueba: `${WEB}/app/router.test.tsx`,
    titulo: 'R-6.11 what is taken away closes when they are asked for again',
  },
  {
    nombre: 'configuracion-sin-guardar',
    intencion: 'The system configuration is asked again on each screen (§7)',
    cambios: [
      [
        `${WEB}/features/sistema/sistema.queries.ts`,
        'fetchData(configGeneral, { signal }),\n    staleTime: Infinity',
        'fetchData(configGeneral, { signal }),\n    staleTime: 0',
      ],
    ],
    prueba: `${WEB}/app/query-client.test.tsx`,
    titulo: 'R-7.6.6 the system configuration is asked once, whoever needs it and whenever',
  },
  {
    nombre: 'estado-numerico',
    intencion: 'A success whose status is a number is told (§8)',
    cambios: [[`${WEB}/lib/pagina/notices.ts`, "answer.status === '200'", "String(answer.status) === '200'"]],
    prueba: `${WEB}/lib/http/http.test.ts`,
    proyecto: 'web-apart',
    titulo: 'R-8.26 a success is told only when the status is the string "200"',
  },
  {
    nombre: 'indicador-al-instante',
    intencion: 'The indicator of the second client lights at once (§9)',
    cambios: [[`${WEB}/lib/http/http.ts`, 'version: 100', 'version: 0']],
    prueba: `${WEB}/lib/http/http.test.ts`,
    proyecto: 'web-apart',
    titulo: 'R-9.2 of the second client shows only after 100 ms',
  },
  {
    nombre: 'reporte-con-nombre',
    intencion: 'A report still names who signed out (§1)',
    cambios: [
      [
        `${WEB}/lib/observacion/error-service.ts`,
        'scope.setUser(username === undefined ? null : { username })',
        'if (username !== undefined) scope.setUser({ username })',
      ],
    ],
    prueba: `${WEB}/app/observe.test.tsx`,
    proyecto: 'web-apart',
    titulo: 'R-1.17 after signing out a report names nobody',
  },
  {
    nombre: 'redireccion-abierta',
    intencion: 'The sign-in leads wherever its address says (§2.2)',
    cambios: [[`${WEB}/app/paths.ts`, "get('redirectTo') === REDIRECT_TARGET ? REDIRECT_TARGET : '/'", "get('redirectTo') ?? '/'"]],
    prueba: `${WEB}/app/router.test.tsx`,
    titulo: 'R-2.2.6 /login?redirectTo=/producto ends at /',
  },
  {
    nombre: 'formulario-sin-comprobar',
    intencion: 'The new password is asked for before its code was checked (§2.6)',
    cambios: [[`${WEB}/features/recuperacion/reset-password-page.tsx`, "useState<Step>('checking')", "useState<Step>('form')"]],
    prueba: `${WEB}/features/recuperacion/recuperacion.test.tsx`,
    titulo: 'R-2.6.9 R-4.14 asks the server about the code before the form appears',
  },
  {
    nombre: 'oculta-en-la-barra',
    intencion: 'A hidden entry is shown where the menu is a bar (§2.9)',
    cambios: [[`${WEB}/components/side-menu/menu-bar.tsx`, 'filter(({ hidden }) => !hidden)', 'filter(() => true)']],
    prueba: `${WEB}/components/side-menu/side-menu.test.tsx`,
    titulo: 'R-2.9.13 a hidden entry is absent, a group and what is within one too: slim',
  },
  {
    nombre: 'exito-de-otra-cosa',
    intencion: 'An edited product is told as a registered one (§8)',
    cambios: [[`${WEB}/domain/catalogo/catalogo.ts`, 'noticeSuccess(answer, call.msg)', 'noticeSuccess(answer, calls.create.msg)']],
    prueba: `${WEB}/app/success-toasts.test.ts`,
    titulo: 'R-8.22 «Producto editado exitosamente» is told of PUT /app/productos/edit, only when its status is the string "200"',
  },
  {
    nombre: 'anios-anteriores',
    intencion: 'The calendar offers years before 2015 (§9)',
    cambios: [['packages/fiscal/src/valor/fecha.ts', 'PRIMER_ANIO = 2015', 'PRIMER_ANIO = 2010']],
    prueba: `${WEB}/components/form/campo-fecha.test.tsx`,
    titulo: 'R-9.9 offers no year before 2015, and no day either',
  },
  {
    nombre: 'tarifas-cambiadas',
    intencion: 'Two tax rates change their numbers on the wire (§3)',
    cambios: [['packages/fiscal/src/impuesto/iva.ts', '  NO_OBJETO: 3,\n  EXENTO: 4,', '  NO_OBJETO: 4,\n  EXENTO: 3,']],
    prueba: 'packages/fiscal/src/documento/enumeraciones.test.ts',
    titulo: 'R-3.2.8 tax rate types, without 8 and 9',
  },
  {
    nombre: 'uuid-de-version-7',
    intencion: 'An identifier of version 7 passes for one of ours (§5)',
    cambios: [['packages/fiscal/src/valor/validacion.ts', '-[1-5][0-9a-f]{3}-', '-[1-7][0-9a-f]{3}-']],
    prueba: 'packages/fiscal/src/valor/validacion.test.ts',
    titulo: 'R-5.2.3 UUID versions 1 to 5 pass; 0, 6, 7 and malformed fail',
  },
]

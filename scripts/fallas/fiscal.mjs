// Faults in the arithmetic and the rules. `cambios`: file, what stands there once, what is planted instead.
const FISCAL = 'packages/fiscal/src'
const MONTO = `${FISCAL}/valor/monto.ts`

export const fiscal = [
  {
    nombre: 'redondeo-al-par',
    intencion: 'A half goes to the even neighbour instead of up',
    cambios: [
      [
        MONTO,
        'if (size < denominator - size) return quotient',
        'if (size < denominator - size || (size === denominator - size && quotient % 2 === 0)) return quotient',
      ],
    ],
    prueba: `${FISCAL}/valor/monto.test.ts`,
    titulo: 'R-9.17 is half-up: 1.005 gives 1.01 and 2.675 gives 2.68',
  },
  {
    nombre: 'coma-flotante',
    intencion: 'The total of a line goes through floating point',
    cambios: [
      [
        MONTO,
        'checked(multiplyDivide(unitario, cantidad, SCALE * CENT) * CENT)',
        'checked(Math.round((unitario / SCALE) * (cantidad / SCALE) * 100) * CENT)',
      ],
    ],
    prueba: `${FISCAL}/valor/monto.test.ts`,
    titulo: 'gives every half cent up, where floating point misses some',
  },
  {
    nombre: 'linea-redondeada-dos-veces',
    intencion: 'A line is rounded to six decimals and then to the cent',
    cambios: [[MONTO, 'checked(multiplyDivide(unitario, cantidad, SCALE * CENT) * CENT)', 'roundToCents(multiply(unitario, cantidad))']],
    prueba: `${FISCAL}/valor/monto.test.ts`,
    titulo: 'O-18 rounds the line once: 3.333333 × 0.3015 is 1.00, not 1.01',
  },
  {
    nombre: 'iva-por-linea',
    intencion: 'The IVA of a rate is the sum of its lines instead of once over their bases',
    cambios: [
      [
        `${FISCAL}/impuesto/totales.ts`,
        'if (hasNet && total.codigo === CODIGO_IMPUESTO.IVA)',
        'if (hasNet && total.codigo === CODIGO_IMPUESTO.ICE)',
      ],
    ],
    prueba: `${FISCAL}/impuesto/totales.test.ts`,
    titulo: 'computes VAT once per rate, not as the sum of the lines',
  },
  {
    nombre: 'ice-fuera-de-la-base',
    intencion: 'The ICE is left out of the base of the IVA',
    cambios: [[`${FISCAL}/impuesto/totales.ts`, 'const base = add(neto, ice?.valor ?? 0)', 'const base = neto']],
    prueba: `${FISCAL}/impuesto/totales.test.ts`,
    titulo: 'leaves IRBPNR outside the VAT base and ICE inside',
  },
  {
    nombre: 'techo-de-consumidor-final',
    intencion: 'The ceiling of consumidor final looks at the amount without taxes',
    cambios: [
      [
        `${FISCAL}/impuesto/totales-check.ts`,
        'checkConsumidorFinal(totales.importeTotal, contexto.fecha)',
        'checkConsumidorFinal(totales.totalSinImpuestos, contexto.fecha)',
      ],
    ],
    prueba: `${FISCAL}/impuesto/totales-check.test.ts`,
    titulo: 'O-58 consumidor final: 50.00 passes, 50.01 wants a buyer, with taxes counted',
  },
  {
    nombre: 'dia-utc',
    intencion: 'Today is the day of Greenwich',
    cambios: [[`${FISCAL}/valor/fecha.ts`, 'fromUtc(instant.getTime() + ECUADOR_OFFSET_MS)', 'fromUtc(instant.getTime())']],
    prueba: `${FISCAL}/valor/fecha.test.ts`,
    titulo: 'O-22 is still the same day at 19:00 local, when UTC is already tomorrow',
  },
  {
    nombre: 'digito-verificador',
    intencion: 'The check digit of the clave writes a raw 10 as 0',
    cambios: [[`${FISCAL}/documento/clave-acceso.ts`, 'result === 10 ? 1 : result', 'result === 10 ? 0 : result']],
    prueba: `${FISCAL}/documento/clave-acceso.test.ts`,
    titulo: 'writes a raw 11 as 0 and a raw 10 as 1',
  },
  {
    nombre: 'base-de-retencion',
    intencion: 'Renta may be withheld from the amount with IVA',
    cambios: [
      [
        `${FISCAL}/retencion/retencion.ts`,
        'if (codigo === RENTA) return doc.totalSinImpuestos',
        'if (codigo === RENTA) return doc.importeTotal',
      ],
    ],
    prueba: `${FISCAL}/retencion/retencion.test.ts`,
    titulo: 'sri/README §6.4: base above the document',
  },
  {
    nombre: 'transporte-antes-de-la-guia',
    intencion: 'A transport may begin before its guía',
    cambios: [[`${FISCAL}/documento/guia-remision.ts`, 'if (ini < fecha)', 'if (ini < fecha && fin < ini)']],
    prueba: `${FISCAL}/documento/guia-remision.test.ts`,
    titulo: 'SRI error 82: starts before the issue date',
  },
  {
    nombre: 'iva-sin-vigencia',
    intencion: 'A rate of IVA may be used on a day when it did not hold',
    cambios: [
      [
        `${FISCAL}/impuesto/iva.ts`,
        'tarifa.tipoIva === tipoIva && isVigente(tarifa, fecha)',
        'tarifa.tipoIva === tipoIva && fecha !== undefined',
      ],
    ],
    prueba: 'apps/api/src/features/nota/nota.test.ts',
    titulo: 'of a factura issued elsewhere goes by typed lines, at the rates of its day (O-92)',
  },
  {
    nombre: 'coma-de-miles',
    intencion: '«1,250» is read as one and a quarter',
    cambios: [
      [
        `${FISCAL}/valor/entrada.ts`,
        "if (COMMA_GROUPS.test(body)) return body.replaceAll(',', '')",
        "if (COMMA_GROUPS.test(body) && body.length > 7) return body.replaceAll(',', '')",
      ],
    ],
    prueba: `${FISCAL}/valor/entrada.test.ts`,
    titulo: 'reads «1,250» as 1250',
  },
  {
    nombre: 'credito-sobre-el-saldo',
    intencion: 'A credit note forgets the units that earlier notes gave back',
    cambios: [
      [
        `${FISCAL}/nota/nota-credito-saldo.ts`,
        'cantidad: linea.cantidad - sum(byUnits.map((nota) => nota.cantidad)),',
        'cantidad: linea.cantidad,',
      ],
    ],
    prueba: 'apps/api/src/features/nota/nota.test.ts',
    titulo: 'two at once cannot give back the same units',
  },
]

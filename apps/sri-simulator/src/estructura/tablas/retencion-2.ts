// Comprobante de retención 2.0.0 (ATS layout).
export const RETENCION_2 = String.raw`
comprobanteRetencion
  &infoTributaria
  infoCompRetencion
    fechaEmision fecha
    dirEstablecimiento? t300
    contribuyenteEspecial? /[A-Za-z0-9]{3,5}/
    obligadoContabilidad? /SI|NO/
    tipoIdentificacionSujetoRetenido /0[4-8]/
    tipoSujetoRetenido? /01|02/
    parteRel /SI|NO/
    razonSocialSujetoRetenido t300
    identificacionSujetoRetenido t20
    periodoFiscal /(0[1-9]|1[012])/20[0-9][0-9]/
  docsSustento
    docSustento+
      codSustento /[0-9]{2}/
      codDocSustento /[0-9]{1,3}/
      numDocSustento /[0-9]{15}/
      fechaEmisionDocSustento fecha
      fechaRegistroContable? fecha
      numAutDocSustento? /[0-9]{10,49}/
      pagoLocExt /01|02/
      tipoRegi? /[0-9]{2}/
      paisEfecPago? /[0-9]{3,4}/
      aplicConvDobTrib? /SI|NO/
      pagExtSujRetNorLeg? /SI|NO/
      pagoRegFis? /SI|NO/
      totalComprobantesReembolso? s14.2
      totalBaseImponibleReembolso? s14.2
      totalImpuestoReembolso? s14.2
      totalSinImpuestos s14.2
      importeTotal d14.2
      impuestosDocSustento
        impuestoDocSustento+
          codImpuestoDocSustento /[235]/
          codigoPorcentaje /[0-9]{1,4}/
          baseImponible d14.2
          tarifa d3.2
          valorImpuesto d14.2
      retenciones
        retencion+
          codigo /[126]/
          codigoRetencion t5
          baseImponible d14.2
          porcentajeRetener d3.2
          valorRetenido d14.2
          dividendos?
            fechaPagoDiv fecha
            imRentaSoc d14.2
            ejerFisUtDiv /(19|20)[0-9]{2}/
          compraCajBanano?
            numCajBan /[0-9]{1,7}/
            precCajBan d14.2
      reembolsos?
        reembolsoDetalle+
          tipoIdentificacionProveedorReembolso /0[4-8]/
          identificacionProveedorReembolso t20
          codPaisPagoProveedorReembolso? /[0-9]{3}/
          tipoProveedorReembolso /0[12]/
          codDocReembolso /[0-9]{2}/
          estabDocReembolso /[0-9]{3}/
          ptoEmiDocReembolso /[0-9]{3}/
          secuencialDocReembolso /[0-9]{9}/
          fechaEmisionDocReembolso fecha
          numeroAutorizacionDocReemb /[0-9]{10,49}/
          detalleImpuestos
            detalleImpuesto+
              codigo /[235]/
              codigoPorcentaje /[0-9]{1,4}/
              tarifa /[0-9]{1,4}/
              baseImponibleReembolso d14.2
              impuestoReembolso d14.2
      pagos
        pago+
          formaPago /0[1-9]|1[0-9]|2[01]/
          total d14.2
  &maquinaFiscal
  infoAdicional?
    campoAdicional{1,15} t300
      @nombre t300
  @id? /comprobante/
  @version nmtoken
`

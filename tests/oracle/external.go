package main

import (
	"reflect"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// v1CRD returns the CRD as controllers read it: stored, then served as v1.
func v1CRD(request createRequest, v *verdict) (*v1.CustomResourceDefinition, bool) {
	external, ok := externalCRD(request.CRD, v)
	if !ok {
		return nil, false
	}
	if request.Strip {
		stripRules(reflect.ValueOf(external))
	}
	if crd, isV1 := external.(*v1.CustomResourceDefinition); isV1 {
		return crd, true
	}
	converted, err := viaInternal(external)
	if err != nil {
		v.Decode = err.Error()
		return nil, false
	}
	return converted, true
}

func viaInternal(external runtime.Object) (*v1.CustomResourceDefinition, error) {
	internal, err := scheme.ConvertToVersion(external, apiextensions.SchemeGroupVersion)
	if err != nil {
		return nil, err
	}
	crd := &v1.CustomResourceDefinition{}
	return crd, scheme.Convert(internal, crd, nil)
}
